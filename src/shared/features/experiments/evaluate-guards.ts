import { guardEvents } from '../../statistics/guard.ts'
import { countedText, immatureText, ratioText } from '../../text/verdict/guard-text.ts'
import { evaluateRatioGuard } from '../ramps/evaluate-ratio-guard.ts'
import type { ArmCounts, ArmRatio } from '../ramps/guard-question.ts'
import { evaluateTrustedSource, hiddenHarmText } from '../ramps/trusted-source.ts'
import { maturesAfterMs, type PlanMetric } from './run-plan.ts'
import type { ExperimentGuard, ExperimentSetup } from './schemas/experiment.ts'
import type { ExperimentGuardResult } from './schemas/experiment-results.ts'

/** Counts for a guard, in the order of the arms: from all reports, and from servers only. */
export type ArmGuardData =
  | { readonly kind: 'counts'; readonly all: readonly ArmCounts[]; readonly trusted: readonly ArmCounts[] }
  | { readonly kind: 'ratios'; readonly all: readonly ArmRatio[]; readonly trusted: readonly ArmRatio[] }
  | { readonly kind: 'unknown'; readonly problem: string }

/** At most this share of harmless experiments is stopped, over all guards and arms together. */
const falseStopRate = 0.01

const states = {
  harm: 'against',
  safe: 'fine',
  'going-on': 'fine',
  collecting: 'collecting',
  silent: 'watching',
} as const

/**
 * Evaluates a guard for each arm against the control. The tests are sequential: valid at every look, over all looks
 * together.
 */
export function evaluateExperimentGuard(
  guard: ExperimentGuard,
  metric: PlanMetric,
  reading: ArmGuardData,
  { arms, guards }: Pick<ExperimentSetup, 'arms' | 'guards'>,
): ExperimentGuardResult[] {
  const [control, ...others] = arms
  if (!control) return []
  const trustsPages = guard.trustClients === true
  const held = { falsely: falseStopRate, guards: Math.max(1, guards.length) * others.length }
  return others.map((arm, at): ExperimentGuardResult => {
    const names = { to: arm.variant, before: control.variant }
    const base = {
      ...{ metric: guard.metric, arm: arm.variant, name: metric.definition.name, then: guard.then },
      ...{ trusted: true, evidence: null, limit: null },
    }
    if (reading.kind === 'unknown') return { ...base, state: 'blind', text: reading.problem }
    const share = arm.weight / (arm.weight + control.weight)
    const found =
      reading.kind === 'counts'
        ? evaluateCounts(metric, reading, at + 1, { ...held, share, trustsPages }, names)
        : evaluateSums(metric, reading, at + 1, { ...held, share, trustsPages }, names)
    return { ...base, ...found }
  })
}

type ErrorBudget = { readonly falsely: number; readonly guards: number }
/** The arm's share of the users of arm and control, and whether reports from pages count. */
type ArmComparison = { readonly share: number; readonly trustsPages: boolean }
type ArmNames = { readonly to: string; readonly before: string }
type ArmGuardResult = Pick<ExperimentGuardResult, 'state' | 'text' | 'trusted' | 'evidence' | 'limit'>

/** The e-value for charts, capped at one billion: it grows without bound. */
const chartedEvidence = (logEvidence: number): number => Math.min(1e9, Math.exp(Math.min(logEvidence, 50)))
const worseOf = ({ definition }: PlanMetric): 'more' | 'less' => (definition.better === 'more' ? 'less' : 'more')
const relativeOf = ({ margin }: PlanMetric): number => (margin !== null && 'relative' in margin ? margin.relative : 0)

function evaluateCounts(
  metric: PlanMetric,
  { all, trusted }: Extract<ArmGuardData, { kind: 'counts' }>,
  at: number,
  { share, trustsPages, ...held }: ErrorBudget & ArmComparison,
  names: ArmNames,
): ArmGuardResult {
  const worse = worseOf(metric)
  const none = { units: 0, did: 0 }
  const pair = (arms: readonly ArmCounts[]) => ({ treatment: arms[at] ?? none, control: arms[0] ?? none })
  const weigh = ({ treatment, control }: ReturnType<typeof pair>) =>
    guardEvents([{ share, treatment: treatment.did, control: control.did }], {
      ...{ worse: worse === 'more' ? 'higher' : 'lower', margin: relativeOf(metric), ...held },
    })
  const words = { all: pair(all), trusted: pair(trusted) }
  const { read, found, ...told } = evaluateTrustedSource(words, weigh, {
    ...{ trustsPages, share },
    unitsOf: ({ treatment, control }) => ({ treatment: treatment.units, control: control.units }),
  })
  const silent = worse === 'less' && read.treatment.did + read.control.did === 0
  const state = states[silent ? 'silent' : found.state]
  const text = countedText({ name: metric.definition.name, worse, state }, read, names)
  return {
    ...{ state, evidence: chartedEvidence(found.logEvidence), limit: found.limit, trusted: told.trusted },
    text: text + (told.hidden ? hiddenHarmText : ''),
  }
}

function evaluateSums(
  metric: PlanMetric,
  { all, trusted }: Extract<ArmGuardData, { kind: 'ratios' }>,
  at: number,
  { share, trustsPages, ...held }: ErrorBudget & ArmComparison,
  names: ArmNames,
): ArmGuardResult {
  const worse = worseOf(metric)
  const pair = (arms: readonly ArmRatio[]) => ({ treatment: arms[at] ?? noSums, control: arms[0] ?? noSums })
  const weigh = (ratios: ReturnType<typeof pair>) =>
    evaluateRatioGuard(ratios, {
      ...{ worse: worse === 'more' ? 'higher' : 'lower', ...held },
      margin: metric.margin ?? { relative: 0 },
    })
  const words = { all: pair(all), trusted: pair(trusted) }
  const { read, found, ...told } = evaluateTrustedSource(words, weigh, {
    ...{ trustsPages, share },
    unitsOf: ({ treatment, control }) => ({ treatment: treatment.sums.over.n, control: control.sums.over.n }),
  })
  const state = states[found.state]
  const seen = { treatment: ratioSeen(read.treatment), control: ratioSeen(read.control) }
  return {
    ...{ state, evidence: chartedEvidence(found.logEvidence), limit: found.limit, trusted: told.trusted },
    text:
      seen.treatment.units + seen.control.units === 0
        ? immatureText(maturesAfterMs(metric.definition))
        : ratioText({ worse, state }, seen, names) + (told.hidden ? hiddenHarmText : ''),
  }
}

const noSums: ArmRatio = {
  sums: { over: { n: 0, sum: 0, sumsq: 0 }, under: { n: 0, sum: 0, sumsq: 0 }, product: 0 },
  ...{ withOver: 0, withUnder: 0, robots: 0 },
}

const ratioSeen = ({ sums, robots }: ArmRatio) => ({
  ...{ units: sums.over.n, over: sums.over.sum, under: sums.under.sum, robots },
})
