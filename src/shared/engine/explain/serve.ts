import type { Serve } from '../../schemas/split.ts'
import { expressionText } from '../extended/cost.ts'
import { elementOf } from '../extended/element.ts'
import { extendedBucketTraceOf, isPointWithin } from '../extended/explain/extended-bucket-trace.ts'
import { Fatal } from '../extended/test.ts'
import { requireModule } from '../require-module.ts'
import { bucketTraceOf } from './bucket-trace.ts'
import { displayedValue } from './displayed-value.ts'
import type { Run } from './run.ts'
import type { ServeTrace } from './trace.ts'

/** The result of a serve. `by` names what selected it. */
export type ServeResult = {
  readonly variant: string | null
  readonly by: 'variant' | 'split' | 'expression' | 'default'
  readonly enabled: boolean | null
  readonly inExperiment: boolean
  /** The reported name, if it is not the variant's. */
  readonly name: string | null
}

/** Explains a serve. `given` is null if it serves nothing and the next rule applies. Throws `Fatal`. */
export const explainServe = (serve: Serve, run: Run): { trace: ServeTrace; given: ServeResult | null } => {
  const given: ServeResult = { variant: null, by: 'variant', enabled: null, inExperiment: false, name: null }
  if ('variant' in serve) {
    const { variant, enabled = null } = serve
    return { trace: { kind: 'variant', variant }, given: { ...given, variant, enabled } }
  }
  if ('useDefault' in serve) {
    const { enabled = null, name = null } = serve
    return { trace: { kind: 'default' }, given: { ...given, by: 'default', enabled, name } }
  }
  if ('error' in serve) throw new Fatal(serve.error)
  if ('wide' in serve) return explainExtendedSplit(serve.wide, run)
  if ('expr' in serve) {
    const asked = { flagKey: run.flag.hashKey ?? run.flag.key, nowMs: run.nowMs }
    const value = elementOf(run.context)
    const result = requireModule(run.profiles, 'jsonlogic')(serve.expr, serve.dialect, run.profiles)(value, asked)
    const nothing = result === null || result === undefined
    const variant = nothing ? null : expressionText(result)
    if (variant !== null && !Object.hasOwn(run.flag.variants, variant)) throw new Fatal('GENERAL')
    const trace = { kind: 'expression', result: displayedValue(result), picked: variant } as const
    return { trace, given: nothing ? null : { ...given, variant, by: 'expression' } }
  }
  const { point, parts } = serve.split
  const place = bucketTraceOf(point, run)
  const at = place.point
  const part = at === null ? undefined : parts.find(({ from, to }) => from <= at && at < to)
  const nothing = at === null ? 'noUnit' : part === undefined ? 'gap' : null
  const picked = part?.variant ?? null
  return {
    trace: { kind: 'split', place, parts, picked, nothing },
    given: picked === null ? null : { ...given, variant: picked, by: 'split' },
  }
}

type ExtendedSplit = Extract<Serve, { wide: unknown }>['wide']

const explainExtendedSplit = (split: ExtendedSplit, run: Run): { trace: ServeTrace; given: ServeResult | null } => {
  const place = extendedBucketTraceOf(split.point, run)
  const parts = split.slots.map(({ lo = null, hi = null, serve }) => {
    return { variant: 'variant' in serve ? serve.variant : null, from: lo, to: hi }
  })
  const { point } = place
  const slot =
    point === null ? undefined : split.slots.find((one) => isPointWithin(point, { ...one, bounds: split.bounds }))
  const end = point === null ? atNoUnit(split) : slot === undefined ? atOverflow(split) : null
  const chosen = slot ?? (end === 'last' ? split.slots.at(-1) : undefined)
  const inExperiment = split.experiment === true && chosen !== undefined && chosen.untracked !== true
  const serve =
    chosen === undefined ? (typeof end === 'string' ? null : end) : chosen.passthrough === true ? null : chosen.serve
  const inner = serve === null ? null : explainServe(serve, run)
  const given = inner?.given ?? null
  const bySplit =
    given !== null && 'variant' in (serve ?? {}) ? { ...given, by: 'split' as const, inExperiment } : given
  const nothing = given !== null ? null : point === null ? 'noUnit' : 'gap'
  return { trace: { kind: 'split', place, parts, picked: given?.variant ?? null, nothing }, given: bySplit }
}

const atNoUnit = ({ noUnit, noUnitServe }: ExtendedSplit): Serve | null => {
  if (noUnit === 'fatal') throw new Fatal('GENERAL')
  return noUnit === 'serve' ? (noUnitServe ?? null) : null
}

const atOverflow = ({ overflow, overflowServe }: ExtendedSplit): Serve | 'last' | null => {
  if (overflow === 'error') throw new Fatal('GENERAL')
  if (overflow === 'last') return 'last'
  return overflow === 'serve' ? (overflowServe ?? null) : null
}
