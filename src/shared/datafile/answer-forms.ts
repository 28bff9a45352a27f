import { collectModules } from '../engine/module-names.ts'
import type { ModuleName } from '../engine/optional-module.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import { canonicalJson } from './canonical-json.ts'
import { referencesOf } from './references.ts'

/** Documents by `kind/key`: as much of an environment as the flags that are asked about lead to. */
export type Documents = ReadonlyMap<string, FlagDocument | SegmentDocument>

/** The form of a flag that leaves everybody the program's own default: one that is not there, or off without a variant. */
const defaultForm = 'default'

/**
 * What the answers of flags depend on, as text. Two sets of documents in which a flag has the same form answer the same
 * for it, for every context at every instant; different forms may still answer the same, which nobody claims to know.
 */
export class AnswerForms {
  readonly #documents: Documents
  readonly #hash: (text: string) => string
  readonly #known = new Map<string, string>()

  /** `hash` shortens the forms; it must not be guessable where they are kept. */
  constructor(documents: Documents, hash: (text: string) => string = (text) => text) {
    this.#documents = documents
    this.#hash = hash
  }

  /** The form of a flag. */
  of(key: string): string {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const form = this.#read(key)
    this.#known.set(key, form)
    return form
  }

  /** Whether everybody gets what the flag answers when it is off: it is, or a flag that it requires cannot let it be on. */
  isOff(key: string): boolean {
    return this.#offVariant(key, new Set()) !== undefined
  }

  #read(key: string): string {
    const flag = this.#flag(key)
    if (flag === undefined) return defaultForm
    const off = this.#offVariant(key, new Set())
    if (off === null) return defaultForm
    if (off !== undefined) {
      const { type, variants, visibleToClients } = flag
      return this.#hash(canonicalJson(['off', off, variants[off] ?? null, type, visibleToClients]))
    }
    return this.#hash(canonicalJson(this.#reach(`flag/${key}`, true) ?? this.#reach(`flag/${key}`, false)))
  }

  /** Everything the answer depends on, place by place; null where a native reading is asked for and something is not. */
  #reach(start: string, native: boolean): [place: string, what: string][] | null {
    const found = new Map<string, string>()
    const places = [start]
    for (const place of places) {
      if (found.has(place)) continue
      const fixed = native && place !== start && place.startsWith('flag/') ? this.#asPrerequisite(place) : undefined
      const document = this.#documents.get(place)
      if (fixed !== undefined || document === undefined) {
        found.set(place, fixed ?? 'missing')
        continue
      }
      if (native && isOfTheSuperset(document)) return null
      found.set(place, this.#hash(canonicalJson(document)))
      for (const { kind, key } of referencesOf(document)) places.push(`${kind}/${key}`)
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  /** What a native document sees of another flag where that is the same for everybody. */
  #asPrerequisite(place: string): string | undefined {
    const key = place.slice('flag/'.length)
    if (this.#flag(key)?.on !== true) return 'never'
    const off = this.#offVariant(key, new Set())
    return off === undefined ? undefined : `always ${JSON.stringify(off)}`
  }

  /** The variant that everybody gets because the flag counts as off; undefined where that is not certain. */
  #offVariant(key: string, above: Set<string>): string | null | undefined {
    const flag = this.#flag(key)
    if (flag === undefined || isOfTheSuperset(flag) || !this.#hasItsSegments(flag)) return undefined
    if (!flag.on) return flag.offVariant
    if (above.has(key)) return undefined
    const fails = flag.prerequisites.some(({ flag: required, variants }) => {
      if (this.#flag(required)?.on !== true) return true
      const theirs = this.#offVariant(required, new Set([...above, key]))
      return theirs === null || (theirs !== undefined && !variants.includes(theirs))
    })
    return fails ? flag.offVariant : undefined
  }

  /**
   * Whether all segments are there that a document leads to, none of them back to itself: without them a flag cannot be
   * evaluated, not even when it is off.
   */
  #hasItsSegments(document: FlagDocument | SegmentDocument, above: readonly string[] = []): boolean {
    return segmentsNamedIn(document).every((place) => {
      const segment = this.#documents.get(place)
      if (segment === undefined || above.includes(place) || isOfTheSuperset(segment)) return false
      return this.#hasItsSegments(segment, [...above, place])
    })
  }

  #flag(key: string): FlagDocument | undefined {
    // what stands under a flag's place is a flag
    return this.#documents.get(`flag/${key}`) as FlagDocument | undefined
  }
}

const segmentsNamedIn = (document: FlagDocument | SegmentDocument): string[] =>
  referencesOf(document).flatMap(({ kind, key }) => (kind === 'segment' ? [`segment/${key}`] : []))

/** Whether a document has anything that only the superset has: of that no more is said than that it is the same. */
const isOfTheSuperset = (document: FlagDocument | SegmentDocument): boolean => {
  const names = new Set<ModuleName>()
  collectModules(document, names)
  return names.has('wide')
}
