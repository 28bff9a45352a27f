import type { Slot } from '../../schemas/extended-split.ts'
import type { Serve } from '../../schemas/split.ts'
import { malformed } from '../operators/test.ts'
import type { OptionalModules } from '../optional-module.ts'
import type { Outcome } from '../outcome.ts'
import { requireModule } from '../require-module.ts'
import { compileSplit } from '../split.ts'
import { expressionText } from './cost.ts'
import { elementOf } from './element.ts'
import { locator, rangeTestOf } from './point.ts'
import type { State } from './state.ts'
import { Fatal, general } from './test.ts'

/** Selects an outcome, or null for nothing. Throws `Fatal`. */
export type SelectOutcome = (state: State) => Outcome | null

/** The kind of serve that an outcome results from, and additional fields. */
export interface ServeOrigin {
  readonly by: 'variant' | 'split' | 'expression' | 'default'
  readonly enabled?: boolean | undefined
  /** The reported name. A variant's name comes from the flag's outputs. */
  readonly name?: string | undefined
  readonly inExperiment?: boolean
}

export interface ServeScope {
  readonly flagKey: string
  readonly salt: string
  readonly profiles: OptionalModules
  /** Builds the outcome of a variant; null is the caller's default. Throws if the variant does not exist. */
  readonly build: (variant: string | null, served: ServeOrigin) => Outcome
  readonly hasVariant: (key: string) => boolean
}

export const compileServe = (
  serve: Serve,
  serving: ServeScope,
  above: Omit<ServeOrigin, 'by'> & { by?: ServeOrigin['by'] } = {},
): SelectOutcome => {
  const { build } = serving
  if ('variant' in serve) {
    const outcome = build(serve.variant, { by: 'variant', ...above, enabled: serve.enabled })
    return () => outcome
  }
  if ('useDefault' in serve) {
    const outcome = build(null, { by: 'default', enabled: serve.enabled, name: serve.name })
    return () => outcome
  }
  if ('error' in serve) {
    const { error } = serve
    return () => {
      throw new Fatal(error)
    }
  }
  if ('split' in serve) {
    const place = compileSplit<Outcome | null>(
      serve.split,
      serving.salt,
      (variant) => build(variant, { by: 'split' }),
      null,
      null,
    )
    return ({ context }) => place(context)
  }
  if ('expr' in serve) return compileExpression(serve, serving)
  if ('wide' in serve) return compileExtended(serve.wide, serving)
  throw malformed('a serve is of no known kind')
}

const compileExtended = (split: Extract<Serve, { wide: unknown }>['wide'], serving: ServeScope): SelectOutcome => {
  const locate = locator(split.point, serving.profiles)
  const slots = split.slots.map((slot) => ({
    holds: rangeTestOf({ lo: slot.lo, hi: slot.hi, bounds: split.bounds }),
    give: compileSlot(slot, split.experiment === true, serving),
  }))
  const nothing: SelectOutcome = () => null
  const fatal: SelectOutcome = () => {
    throw general
  }
  const served = (serve: Serve | undefined): SelectOutcome =>
    serve === undefined ? nothing : compileServe(serve, serving, { by: 'split' })
  const overflow = {
    none: nothing,
    error: fatal,
    last: slots.at(-1)?.give ?? nothing,
    serve: served(split.overflowServe),
  }[split.overflow]
  const noUnit = { none: nothing, fatal, serve: served(split.noUnitServe) }[split.noUnit]
  if (overflow === undefined || noUnit === undefined) throw malformed('a split does not say what its ends do')
  return (state) => {
    const point = locate(state)
    if (point === undefined) return noUnit(state)
    for (const { holds, give } of slots) if (holds(point)) return give(state)
    return overflow(state)
  }
}

const compileSlot = (slot: Slot<Serve>, experiment: boolean, serving: ServeScope): SelectOutcome => {
  const give = compileServe(slot.serve, serving, { by: 'split', inExperiment: experiment && slot.untracked !== true })
  return slot.passthrough === true ? () => null : give
}

const compileExpression = (
  { expr, dialect }: Extract<Serve, { expr: unknown }>,
  { flagKey, profiles, build, hasVariant }: ServeScope,
): SelectOutcome => {
  const run = requireModule(profiles, 'jsonlogic')(expr, dialect, profiles)
  const outcomes = new Map<string, Outcome>()
  return ({ context, nowMs }) => {
    const result = run(elementOf(context), { flagKey, nowMs })
    if (result === null || result === undefined) return null
    const variant = expressionText(result)
    if (!hasVariant(variant)) throw general
    const known = outcomes.get(variant)
    if (known !== undefined) return known
    const outcome = build(variant, { by: 'expression' })
    outcomes.set(variant, outcome)
    return outcome
  }
}
