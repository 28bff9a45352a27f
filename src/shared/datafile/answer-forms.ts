import { collectModules } from '../engine/module-names.ts'
import type { ModuleName } from '../engine/optional-module.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import { canonicalJson } from './canonical-json.ts'
import { referencesOf } from './references.ts'

/** Documents by `kind/key`: the part of an environment that the evaluated flags depend on. */
export type Documents = ReadonlyMap<string, FlagDocument | SegmentDocument>

/**
 * The form of a flag that serves the caller's default to every user: it does not exist, or is off without a variant.
 */
const defaultForm = 'default'

/**
 * Computes the form of a flag: a text of everything that its values depend on. If a flag has the same form in two sets
 * of documents, its values are equal for every context and instant. Different forms may still have equal values.
 */
export class AnswerForms {
  readonly #documents: Documents
  readonly #hash: (text: string) => string
  readonly #known = new Map<string, string>()

  /** `hash` shortens the forms. If they are stored, it must not be guessable. */
  constructor(documents: Documents, hash: (text: string) => string = (text) => text) {
    this.#documents = documents
    this.#hash = hash
  }

  of(key: string): string {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const form = this.#read(key)
    this.#known.set(key, form)
    return form
  }

  /** Whether every user is served what the flag serves when off: it is off, or a prerequisite can never be met. */
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

  /** Returns all dependencies of a flag with their contents. With `native`, null if one of them is extended. */
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
      if (native && isExtendedDocument(document)) return null
      found.set(place, this.#hash(canonicalJson(document)))
      for (const { kind, key } of referencesOf(document)) places.push(`${kind}/${key}`)
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  /** Returns what a native document sees of another flag, if that is the same for every user. */
  #asPrerequisite(place: string): string | undefined {
    const key = place.slice('flag/'.length)
    if (this.#flag(key)?.on !== true) return 'never'
    const off = this.#offVariant(key, new Set())
    return off === undefined ? undefined : `always ${JSON.stringify(off)}`
  }

  /** Returns the variant that every user gets because the flag counts as off; undefined if that is not certain. */
  #offVariant(key: string, above: Set<string>): string | null | undefined {
    const flag = this.#flag(key)
    if (flag === undefined || isExtendedDocument(flag) || !this.#hasItsSegments(flag)) return undefined
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
   * Whether all segments that a document refers to exist, without circles. Otherwise the flag cannot be evaluated, even
   * if it is off.
   */
  #hasItsSegments(document: FlagDocument | SegmentDocument, above: readonly string[] = []): boolean {
    return segmentsNamedIn(document).every((place) => {
      const segment = this.#documents.get(place)
      if (segment === undefined || above.includes(place) || isExtendedDocument(segment)) return false
      return this.#hasItsSegments(segment, [...above, place])
    })
  }

  #flag(key: string): FlagDocument | undefined {
    // Safe cast: a key `flag/…` stores a flag.
    return this.#documents.get(`flag/${key}`) as FlagDocument | undefined
  }
}

const segmentsNamedIn = (document: FlagDocument | SegmentDocument): string[] =>
  referencesOf(document).flatMap(({ kind, key }) => (kind === 'segment' ? [`segment/${key}`] : []))

/** Whether a document is extended. Extended documents are only compared for equality. */
const isExtendedDocument = (document: FlagDocument | SegmentDocument): boolean => {
  const names = new Set<ModuleName>()
  collectModules(document, names)
  return names.has('wide')
}
