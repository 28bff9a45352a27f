import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { FlagDocument, FlagType } from '../schemas/flag.ts'
import { detectPollutedPrototype } from './attribute.ts'
import { type ConditionTest, never } from './condition.ts'
import { extendedOnly } from './extended-only.ts'
import { compileFlag, type Pick } from './flag.ts'
import { budgetExhausted, costOf, hasOwnBudget, runWithFullBudget, spend } from './meter.ts'
import { malformed } from './operators/test.ts'
import type { OptionalModules } from './optional-module.ts'
import { failure, type Outcome, overBudget, typeOf, unusable } from './outcome.ts'
import { flagOf, hasFiniteReferences, reach, segmentOf } from './prerequisite.ts'
import { compileSegment } from './segment.ts'
import { createSlots, type Slots } from './slots.ts'

/** A compiled flag. The same object as long as nothing it depends on changes. */
export interface CompiledFlag {
  readonly key: string
  /** The type of its values; null if the flag cannot be evaluated. */
  readonly type: FlagType | null
  /** Its type if all variants have it, as they should; null otherwise. If set, values need no type check. */
  readonly only: FlagType | null
  /** Whether the outcome may depend on the time. If not, `pick` accepts any number, so no clock need be read. */
  readonly timed: boolean
  /**
   * Returns the outcome for a context at an instant in epoch ms. Total: never throws. Allocates nothing for a native
   * flag.
   */
  readonly pick: Pick
  /** The outcome for a caller that expects another type. */
  mismatch(): Outcome
}

/** A compiled datafile. Flags are compiled on first use. */
export interface Compiled {
  readonly datafile: Datafile
  /** The counter slots, shared with everything recompiled from this datafile. */
  readonly slots: Slots
  flag(key: string): CompiledFlag | undefined
  /** Everything compiled so far, for `recompile`. */
  readonly state: State
}

/**
 * Compiles a datafile. `loadModules(modulesNeeded(datafile))` loads the optional modules; native datafiles need none.
 */
export const compile = (datafile: Datafile, profiles: OptionalModules = {}): Compiled =>
  createCompiled({ datafile, profiles, slots: createSlots(), flags: new Map(), segments: new Map() })

/** A compiled item with its dependencies: `flag:key`, `segment:key`, and `now`. */
interface Entry<T> {
  readonly made: T
  readonly uses: ReadonlySet<string>
}

/** Everything compiled from a datafile so far. */
export interface State {
  readonly datafile: Datafile
  readonly profiles: OptionalModules
  readonly slots: Slots
  readonly flags: Map<string, Flag>
  readonly segments: Map<string, Entry<ConditionTest>>
}

const nothing: ReadonlySet<string> = new Set()

/** Creates the `Compiled` of a state. Evaluations add to the state. */
export const createCompiled = (state: State): Compiled => {
  const { datafile, profiles, slots, flags, segments } = state
  const segmentsUnderWay = new Set<string>()
  const extendedSegments = new Map<string, unknown>()
  let using = new Set<string>()

  const tracked = <T>(compileIt: () => T): Entry<T> => {
    const outer = using
    const uses = new Set<string>()
    using = uses
    try {
      const made = compileIt()
      return { made, uses: uses.size === 0 ? nothing : uses }
    } finally {
      using = outer
    }
  }

  const timed = () => {
    using.add('now')
  }

  const segment = (key: string): ConditionTest => {
    const { made, uses } = segments.get(key) ?? openSegment(key)
    for (const used of uses) using.add(used)
    using.add(`segment:${key}`)
    return made
  }

  const openSegment = (key: string): Entry<ConditionTest> => {
    const document = segmentOf(datafile, key)
    if (document === undefined) throw malformed(`there is no segment ${JSON.stringify(key)}`)
    if (segmentsUnderWay.has(key)) throw malformed(`the segment ${JSON.stringify(key)} leads back to itself`)
    segmentsUnderWay.add(key)
    try {
      const entry = tracked(() => compileSegment(document, conditions))
      segments.set(key, entry)
      return entry
    } finally {
      segmentsUnderWay.delete(key)
    }
  }

  /** Whether another flag is on and serves one of the variants. */
  const serves = (key: string, variants: readonly string[]): ConditionTest => {
    if (!Array.isArray(variants)) throw malformed('a prerequisite names no variants')
    for (const used of reach(datafile, key)) using.add(used)
    const parent = hasFiniteReferences(datafile, key) ? find(key) : undefined
    const document = flagOf(datafile, key)
    if (parent === undefined || document?.on !== true) return never
    if (parent.timed) timed()
    return answersOneOf(parent.raw, new Set<string | null>(variants), costOf(document))
  }

  const conditions = { families: profiles, segment, flag: serves, timed }

  /**
   * Compiles a flag. If the native compiler rejects it, the extended compiler is used if the flag or one of its
   * segments is extended.
   */
  const compileRaw = (document: FlagDocument): Outcome | Pick => {
    try {
      return compileFlag(document, { slots, ...conditions })
    } catch (problem) {
      if (profiles.wide === undefined || !(problem === extendedOnly || profiles.wide.isExtended(document, datafile)))
        throw problem
      timed()
      for (const used of reach(datafile, document.key)) using.add(used)
      const scope = { documents: datafile, profiles, slots, pick: raw, serves, segments: extendedSegments }
      return profiles.wide.compileFlag(document, scope)
    }
  }

  const find = (key: string): Flag | undefined => {
    const known = flags.get(key)
    if (known !== undefined) return known
    const document = flagOf(datafile, key)
    if (document === undefined) return undefined
    const slot = slots.of(key, null)
    let type: FlagType | null = null
    let only: FlagType | null = null
    const entry = tracked(() => {
      try {
        if (document?.key !== key) throw malformed('the flag document is malformed')
        const made = compileRaw(document)
        type = document.type
        if (Object.values(document.variants).every((value) => typeOf(value) === type)) only = type
        return made
      } catch (problem) {
        return unusable(key, problem, slot)
      }
    })
    // Only a valid document compiles to a function, so it has rules.
    const reads = typeof entry.made === 'function' && readsAttributes(document)
    const flag = new Flag(key, type, only, slot, reads, entry, profiles.shield)
    flags.set(key, flag)
    return flag
  }

  const raw = (key: string): Pick | undefined => find(key)?.raw

  return { datafile, slots, state, flag: (key) => flags.get(key) ?? find(key) }
}

class Flag implements CompiledFlag {
  declare readonly key: string
  declare readonly type: FlagType | null
  declare readonly only: FlagType | null
  declare readonly timed: boolean
  declare readonly pick: Pick
  /** Like `pick`, but throws. For flags that depend on this one. */
  declare readonly raw: Pick
  declare readonly uses: ReadonlySet<string>
  readonly #slot: number
  #mismatch: Outcome | undefined

  constructor(
    key: string,
    type: FlagType | null,
    only: FlagType | null,
    slot: number,
    reads: boolean,
    { made, uses }: Entry<Outcome | Pick>,
    shield: OptionalModules['shield'],
  ) {
    this.key = key
    this.type = type
    this.only = only
    this.timed = uses.has('now')
    this.raw = typeof made === 'function' ? made : constant(made)
    this.pick = typeof made === 'function' ? totalPick(key, slot, reads, made, shield) : this.raw
    this.uses = uses
    this.#slot = slot
  }

  mismatch(): Outcome {
    this.#mismatch ??= failure(this.key, 'TYPE_MISMATCH', `the flag is of type ${this.type}`, this.#slot)
    return this.#mismatch
  }
}

// Closures are created outside `open`, so that a flag that survives a patch does not keep the previous datafile alive.
const constant =
  (outcome: Outcome): Pick =>
  () =>
    outcome

const answersOneOf =
  (pick: Pick, wanted: ReadonlySet<string | null>, cost: number): ConditionTest =>
  (context, nowMs) => {
    spend(cost)
    return wanted.has(pick(context, nowMs).variant)
  }

/** Makes a pick total: if it throws, it is evaluated again with its own budget, and then with a shielded context. */
const totalPick = (key: string, slot: number, reads: boolean, pick: Pick, shield: OptionalModules['shield']): Pick => {
  // Created on first use and then shared, like all outcomes.
  let over: Outcome | undefined
  let broken: Outcome | undefined
  const isOver = () => (over ??= overBudget(key, slot))
  const isBroken = () => (broken ??= failure(key, 'GENERAL', 'the flag could not be evaluated for this context', slot))
  // Within a metered evaluation, only code of the context itself can call this. It uses the remaining budget.
  const rescue = (context: Context, nowMs: number, problem: unknown): Outcome => {
    const answer = () => retryPick(pick, context, nowMs, problem, shield) ?? isBroken()
    try {
      return (hasOwnBudget() ? answer() : runWithFullBudget(answer)) ?? isOver()
    } catch {
      return isOver()
    }
  }
  return (context, nowMs) => {
    try {
      if (reads) detectPollutedPrototype()
      return pick(context, nowMs)
    } catch (problem) {
      return rescue(context, nowMs, problem)
    }
  }
}

/**
 * Repeats an evaluation. If the meter's remaining budget ran out, the context stays as it is; if the context threw, it
 * is shielded. Returns undefined if that fails, too. Throws `spent`.
 */
const retryPick = (
  pick: Pick,
  context: Context,
  nowMs: number,
  problem: unknown,
  shield: OptionalModules['shield'],
): Outcome | undefined => {
  try {
    if (problem === budgetExhausted) return pick(context, nowMs)
  } catch (again) {
    if (again === budgetExhausted) throw again
  }
  try {
    return shield && pick(shield(context), nowMs)
  } catch (again) {
    if (again === budgetExhausted) throw again
    return undefined
  }
}

/** Whether a flag reads attributes other than the targeting key, which prototype pollution cannot provide. */
const readsAttributes = ({ rules, otherwise }: FlagDocument): boolean =>
  rules.length > 0 || !('split' in otherwise) || otherwise.split.point !== undefined
