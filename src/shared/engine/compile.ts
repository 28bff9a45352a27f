import type { Context } from '../schemas/context.ts'
import type { Datafile, DatafilePatch } from '../schemas/datafile.ts'
import type { FlagDocument, FlagType } from '../schemas/flag.ts'
import { lookForSmuggled, shielded } from './attribute.ts'
import { type Holds, never } from './condition.ts'
import { compileFlag, type Pick } from './flag.ts'
import { malformed } from './operators/test.ts'
import { failure, type Outcome } from './outcome.ts'
import { endsWell, flagOf, reach, segmentOf } from './prerequisite.ts'
import type { Profiles } from './profile.ts'
import { compileSegment } from './segment.ts'
import { createSlots, type Slots } from './slots.ts'
import { wideOnly } from './wide-only.ts'

/** One flag, ready to be asked. The same object as long as nothing it depends on changes. */
export interface CompiledFlag {
  readonly key: string
  /** The type of its values; null for a flag that cannot be evaluated. */
  readonly type: FlagType | null
  /** Whether the outcome may depend on the time; where not, `pick` takes any number for it, and no clock need be read. */
  readonly timed: boolean
  /** The outcome for a context at an instant in epoch ms. Total: it never throws; allocates nothing for a native flag. */
  readonly pick: Pick
  /** What a caller gets who asks for another type. */
  mismatch(): Outcome
}

/** A datafile, ready to be asked. Flags compile when first asked for. */
export interface Compiled {
  readonly datafile: Datafile
  /** What counters count; shared with every patch of this. */
  readonly slots: Slots
  flag(key: string): CompiledFlag | undefined
  /** The datafile after a patch: what it does not touch stays compiled. `profiles`: those the patch needs besides. */
  patch(patch: DatafilePatch, profiles?: Profiles): Compiled
}

/** Compiles a datafile; `loadProfiles(profilesNeeded(datafile))` gives the profiles, of which a native one needs none. */
export const compile = (datafile: Datafile, profiles: Profiles = {}): Compiled =>
  open({ datafile, profiles, slots: createSlots(), flags: new Map(), segments: new Map() })

/** What was compiled, and what it depends on, as `flag:key`, `segment:key`, and `now`. */
interface Entry<T> {
  readonly made: T
  readonly uses: ReadonlySet<string>
}

interface State {
  readonly datafile: Datafile
  readonly profiles: Profiles
  readonly slots: Slots
  readonly flags: Map<string, Flag>
  readonly segments: Map<string, Entry<Holds>>
}

const nothing: ReadonlySet<string> = new Set()

const open = ({ datafile, profiles, slots, flags, segments }: State): Compiled => {
  const segmentsUnderWay = new Set<string>()
  const wideSegments = new Map<string, unknown>()
  let using = new Set<string>()

  const tracked = <T>(compileIt: () => T): Entry<T> => {
    const outer = using
    const uses = new Set<string>()
    using = uses
    try {
      const made = compileIt()
      return { made, uses: uses.size === 0 ? nothing : uses }
    } finally {
      for (const used of uses) outer.add(used)
      using = outer
    }
  }

  const timed = () => {
    using.add('now')
  }

  const segment = (key: string): Holds => {
    using.add(`segment:${key}`)
    const known = segments.get(key)
    if (known !== undefined) {
      for (const used of known.uses) using.add(used)
      return known.made
    }
    const document = segmentOf(datafile, key)
    if (document === undefined) throw malformed(`there is no segment ${JSON.stringify(key)}`)
    if (segmentsUnderWay.has(key)) throw malformed(`the segment ${JSON.stringify(key)} leads back to itself`)
    segmentsUnderWay.add(key)
    try {
      const entry = tracked(() => compileSegment(document, { segment, flag: serves, timed }))
      segments.set(key, entry)
      return entry.made
    } finally {
      segmentsUnderWay.delete(key)
    }
  }

  /** Whether another flag is on and serves one of the variants. */
  const serves = (key: string, variants: readonly string[]): Holds => {
    if (!Array.isArray(variants)) throw malformed('a prerequisite names no variants')
    for (const used of reach(datafile, key)) using.add(used)
    const parent = endsWell(datafile, key) ? find(key) : undefined
    if (parent === undefined || flagOf(datafile, key)?.on !== true) return never
    if (parent.timed) timed()
    const { pick } = parent
    return answersOneOf(pick, new Set<string | null>(variants))
  }

  /** A pick that never throws. A document is of the superset when anything in it or its segments is. */
  const compileTotal = (document: FlagDocument, slot: number): Pick => {
    try {
      const rest = compileFlag(document, { slots, segment, flag: serves, timed })
      if (typeof rest !== 'function') return constant(rest)
      return (readsAttributes(document) ? guardedReader : guarded)(document.key, slot, rest)
    } catch (problem) {
      if (profiles.wide === undefined || !(problem === wideOnly || profiles.wide.isWide(document, datafile)))
        throw problem
      timed()
      for (const used of reach(datafile, document.key)) using.add(used)
      const scope = { documents: datafile, profiles, slots, pick, serves, segments: wideSegments }
      return profiles.wide.compileFlag(document, scope)
    }
  }

  const find = (key: string): Flag | undefined => {
    const known = flags.get(key)
    if (known !== undefined) return known
    const document = flagOf(datafile, key)
    if (document === undefined) return undefined
    const slot = slots.of(key, null)
    let problem: unknown
    const entry = tracked(() => {
      try {
        if (document?.key !== key) throw malformed('the flag document is malformed')
        return compileTotal(document, slot)
      } catch (caught) {
        problem = caught
        const detail = caught instanceof Error ? caught.message : 'malformed'
        return constant(failure(key, 'PARSE_ERROR', detail, slot))
      }
    })
    const flag = new Flag(key, problem === undefined ? document.type : null, slot, entry)
    flags.set(key, flag)
    return flag
  }

  const pick = (key: string): Pick | undefined => find(key)?.pick

  const patch = (patch: DatafilePatch, more: Profiles = {}): Compiled => {
    const touched = new Set<string>()
    const flagDocuments = merged(datafile.flags, patch.flags, (key) => touched.add(`flag:${key}`))
    const segmentDocuments = merged(datafile.segments, patch.segments, (key) => touched.add(`segment:${key}`))
    const kept = <T extends { readonly uses: ReadonlySet<string> }>(kind: string, entries: ReadonlyMap<string, T>) =>
      new Map([...entries].filter(([key, { uses }]) => !touched.has(`${kind}:${key}`) && disjoint(uses, touched)))
    const { to: revision, publishedAt, digest } = patch
    return open({
      datafile: { ...datafile, revision, publishedAt, digest, flags: flagDocuments, segments: segmentDocuments },
      profiles: { ...profiles, ...more },
      slots,
      // What could not be compiled may be when more profiles are there.
      flags: new Map([...kept('flag', flags)].filter(([, { type }]) => type !== null)),
      segments: kept('segment', segments),
    })
  }

  return { datafile, slots, flag: (key) => flags.get(key) ?? find(key), patch }
}

/** A compiled flag, and what it depends on. */
class Flag implements CompiledFlag {
  readonly key: string
  readonly type: FlagType | null
  readonly timed: boolean
  readonly pick: Pick
  readonly uses: ReadonlySet<string>
  readonly #slot: number
  #mismatch: Outcome | undefined

  constructor(key: string, type: FlagType | null, slot: number, { made, uses }: Entry<Pick>) {
    this.key = key
    this.type = type
    this.timed = uses.has('now')
    this.pick = made
    this.uses = uses
    this.#slot = slot
  }

  mismatch(): Outcome {
    this.#mismatch ??= failure(this.key, 'TYPE_MISMATCH', `the flag is of type ${this.type}`, this.#slot)
    return this.#mismatch
  }
}

// Closures are made outside `open`, so that a flag which outlives a patch does not keep the datafile before it alive.
const constant =
  (outcome: Outcome): Pick =>
  () =>
    outcome

const answersOneOf =
  (pick: Pick, wanted: ReadonlySet<string | null>): Holds =>
  (context, nowMs) =>
    wanted.has(pick(context, nowMs).variant)

/** A pick that never throws: when the context does, it is asked once more behind a shield. */
const guarded =
  (key: string, slot: number, pick: Pick): Pick =>
  (context, nowMs) => {
    try {
      return pick(context, nowMs)
    } catch {
      return again(key, slot, pick, context, nowMs)
    }
  }

/** The same for a flag that reads attributes. */
const guardedReader =
  (key: string, slot: number, pick: Pick): Pick =>
  (context, nowMs) => {
    try {
      lookForSmuggled()
      return pick(context, nowMs)
    } catch {
      return again(key, slot, pick, context, nowMs)
    }
  }

/** Whether a flag reads attributes other than the targeting key, which no smuggled property can stand in for. */
const readsAttributes = ({ rules, otherwise }: FlagDocument): boolean =>
  rules.length > 0 || !('split' in otherwise) || otherwise.split.point !== undefined

const again = (key: string, slot: number, pick: Pick, context: Context, nowMs: number): Outcome => {
  try {
    return pick(shielded(context), nowMs)
  } catch {
    return failure(key, 'GENERAL', 'the flag could not be evaluated for this context', slot)
  }
}

/** Documents with a patch laid over them; null takes one away. */
const merged = <T>(
  documents: Readonly<Record<string, T>>,
  patch: Readonly<Record<string, T | null>>,
  touch: (key: string) => void,
): Record<string, T> => {
  const result = { ...documents }
  for (const [key, document] of Object.entries(patch)) {
    touch(key)
    if (document === null) delete result[key]
    else result[key] = document
  }
  return result
}

const disjoint = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  for (const element of a) if (b.has(element)) return false
  return true
}
