import type {
  ExperimentResult,
  ExperimentResults,
  PlannedMetricView,
} from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import { statusText } from '../../../../../shared/text/experiment/status-text.ts'
import { lengthText } from '../../../../../shared/text/time/hold-text.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { absoluteFigure, relativeFigure, signed } from '../../../../../shared/text/verdict/figures.ts'
import type { VerdictNames, VerdictPeople, VerdictTimes } from '../../../../../shared/text/verdict/verdict-text.ts'
import type { Band } from '../../../components/charts/band-reach.ts'
import type { ForestGroup } from '../../../components/charts/forest.tsx'

type Metric = PlannedMetricView
type Result = Pick<ExperimentResult, 'difference' | 'interval' | 'lift' | 'liftInterval' | 'status' | 'liftStatus'>

const isShare = ({ measure }: Metric): boolean => measure === 'proportion' || measure === 'retention'

/** The unit of a metric’s absolute values, in the form that `absoluteFigure` expects. */
export const unitOf = (metric: Metric): string =>
  isShare(metric) ? '%' : metric.measure === 'time' ? 'ms' : (metric.unit ?? '')

/** A metric’s value in one variant: `3.74%`, `12.4 €`, `1.23`. */
export const valueText = (metric: Metric, value: number | null): string => {
  if (value === null) return '–'
  const shown = isShare(metric) ? value * 100 : value
  const number = shown.toLocaleString(readerLocale, { maximumSignificantDigits: 4 })
  if (isShare(metric)) return `${number}%`
  const unit = unitOf(metric)
  return unit === '' ? number : `${number} ${unit}`
}

export const signedPercent = (lift: number): string => signed(lift, relativeFigure(lift))

/** Short text of a difference: relative if available, otherwise absolute, otherwise why there is none. */
export const differenceText = (metric: Metric, { lift, difference, status }: Result): string => {
  if (lift !== null) return signedPercent(lift)
  if (difference !== null && status === 'ok') return signed(difference, absoluteFigure(difference, unitOf(metric)))
  return statusText[status] === '' ? '–' : statusText[status]
}

/** The interval: `−1.2% to +5.4%`. Empty if there is none. */
export const bandText = (metric: Metric, { liftInterval, interval }: Result): string => {
  const figure = (value: number) =>
    liftInterval === null ? signed(value, absoluteFigure(value, unitOf(metric))) : signedPercent(value)
  const band = liftInterval ?? interval
  return band === null ? '' : `${figure(band[0])} to ${figure(band[1])}`
}

export const resultOf = (results: readonly ExperimentResult[], metric: string, arm: string) =>
  results.find((one) => one.metric === metric && one.arm === arm)

/** The control and the variants that are compared with it. */
export const armsOf = ({ plan }: Pick<ExperimentResults, 'plan'>): { control: string; others: string[] } => {
  const [control = '', ...others] = plan.arms.map(({ variant }) => variant)
  return { control, others }
}

/** Names that a verdict’s text needs. */
export const namesOf = (results: ExperimentResults, metric: Metric, arm: string): VerdictNames => ({
  ...{ arm, control: armsOf(results).control, metric: metric.name, better: metric.better, margin: metric.margin },
  unit: unitOf(metric),
})

/**
 * When the decision is due or was made. `when` formats an instant. A decision before the last look is marked as early.
 */
export const timesOf = (
  { nextLookAt, plan, looks, over }: ExperimentResults,
  { decidedAt }: Pick<ExperimentResult, 'decidedAt'>,
  when: (instant: string) => string,
): VerdictTimes => ({
  nextLook: nextLookAt === null ? null : when(nextLookAt),
  lastLook: plan.mode === 'open-ended' ? null : when(plan.endsAt),
  isEarly: plan.mode !== 'fixed' && decidedAt !== null && (!over || decidedAt < looks),
})

/** Progress of a metric: users whose window has ended, and all users. */
export const peopleOf = ({ maturity, samples }: ExperimentResults, metric: Metric): VerdictPeople => {
  const found = maturity.find((one) => one.metric === metric.key)
  return {
    ...{ matured: found?.matured ?? 0, exposed: found?.all ?? 0 },
    ...{ window: lengthText(metric.maturesAfterMs), observed: samples.observed },
  }
}

/** The relative interval, mirrored so that better is to the right. Null if there is none. */
const turnedBand = ({ better }: Metric, { lift, liftInterval }: Result): Band | null => {
  if (lift === null || liftInterval === null) return null
  const [low, high] = liftInterval
  return better === 'more' ? { estimate: lift, low, high } : { estimate: -lift, low: -high, high: -low }
}

/** The margin of no difference, relative to the control. */
export const relativeMargin = ({ margin }: Metric, control: number | null): number | null => {
  if (margin === null) return null
  if ('relative' in margin) return margin.relative
  return control === null || control === 0 ? null : margin.absolute / Math.abs(control)
}

const groups: Record<Metric['role'], string> = {
  primary: 'Primary',
  secondary: 'Secondary',
  guard: 'Guardrails',
  added: 'Added later',
}

/** All metrics with the intervals of every variant, grouped by role. */
export function forestOf(results: ExperimentResults): ForestGroup[] {
  const { others } = armsOf(results)
  return (['primary', 'secondary', 'guard', 'added'] as const).flatMap((role) => {
    const metrics = results.plan.metrics.filter((one) => one.role === role)
    if (metrics.length === 0) return []
    const rows = metrics.map((metric) => {
      const found = others.map((arm) => resultOf(results.results, metric.key, arm))
      return {
        ...{ key: metric.key, name: metric.name, isMain: role === 'primary' },
        ...(metric.better === 'less' && { note: 'less is better' }),
        margin: relativeMargin(metric, found[0]?.control ?? null),
        bars: found.map((one) =>
          one === undefined
            ? { band: null, text: '–' }
            : { band: turnedBand(metric, one), text: differenceText(metric, one) },
        ),
      }
    })
    return [{ name: groups[role], rows }]
  })
}

/** One metric over time: its looks and its current value. */
export type OverTime = {
  readonly isRelative: boolean
  readonly steps: readonly { readonly atMs: number; readonly look: number | null }[]
  readonly lines: readonly { readonly arm: string; readonly points: readonly (Band | null)[] }[]
}

/** Estimates of a metric at each look, and the current ones, which decide nothing. */
export function overTimeOf(results: ExperimentResults, metric: string): OverTime {
  const { others } = armsOf(results)
  const seriesOf = (arm: string) => results.series.find((one) => one.metric === metric && one.arm === arm)?.points ?? []
  const looks = seriesOf(others[0] ?? '')
  const nowMs = Date.parse(results.at)
  const lastMs = Date.parse(looks.at(-1)?.at ?? '')
  const hasNow = !results.over && !(nowMs - lastMs < 60_000)
  const current = others.map((arm) => resultOf(results.results, metric, arm))
  const all = [...others.flatMap(seriesOf), ...current.flatMap((one) => one ?? [])]
  const isRelative = all.some(({ lift }) => lift !== null)
  const bandOf = (one: Omit<Result, 'status' | 'liftStatus'> | undefined): Band | null => {
    const [estimate, interval] = isRelative ? [one?.lift, one?.liftInterval] : [one?.difference, one?.interval]
    return typeof estimate === 'number' && interval ? { estimate, low: interval[0], high: interval[1] } : null
  }
  return {
    isRelative,
    steps: [
      ...looks.map(({ at, look }) => ({ atMs: Date.parse(at), look })),
      ...(hasNow ? [{ atMs: nowMs, look: null }] : []),
    ],
    lines: others.map((arm, at) => ({
      arm,
      points: [...seriesOf(arm).map(bandOf), ...(hasNow ? [bandOf(current[at])] : [])],
    })),
  }
}
