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

/** The unit of a metric’s absolute figures, as `absoluteFigure` has it. */
export const unitOf = (metric: Metric): string =>
  isShare(metric) ? '%' : metric.measure === 'time' ? 'ms' : (metric.unit ?? '')

/** What a metric came to in one variant: `3.74%`, `12.4 €`, `1.23`. */
export const valueText = (metric: Metric, value: number | null): string => {
  if (value === null) return '–'
  const shown = isShare(metric) ? value * 100 : value
  const number = shown.toLocaleString(readerLocale, { maximumSignificantDigits: 4 })
  if (isShare(metric)) return `${number}%`
  const unit = unitOf(metric)
  return unit === '' ? number : `${number} ${unit}`
}

/** A relative figure with its sign. */
export const signedPercent = (lift: number): string => signed(lift, relativeFigure(lift))

/** The difference of a result in a few letters: relative where it can be said, else absolute, else why not. */
export const differenceText = (metric: Metric, { lift, difference, status }: Result): string => {
  if (lift !== null) return signedPercent(lift)
  if (difference !== null && status === 'ok') return signed(difference, absoluteFigure(difference, unitOf(metric)))
  return statusText[status] === '' ? '–' : statusText[status]
}

/** Its band: `−1.2% to +5.4%`; empty where there is none. */
export const bandText = (metric: Metric, { liftInterval, interval }: Result): string => {
  const figure = (value: number) =>
    liftInterval === null ? signed(value, absoluteFigure(value, unitOf(metric))) : signedPercent(value)
  const band = liftInterval ?? interval
  return band === null ? '' : `${figure(band[0])} to ${figure(band[1])}`
}

/** The result of a metric in a variant. */
export const resultOf = (results: readonly ExperimentResult[], metric: string, arm: string) =>
  results.find((one) => one.metric === metric && one.arm === arm)

/** The control and the variants that are compared with it. */
export const armsOf = ({ plan }: Pick<ExperimentResults, 'plan'>): { control: string; others: string[] } => {
  const [control = '', ...others] = plan.arms.map(({ variant }) => variant)
  return { control, others }
}

/** What a verdict is about, in the words of its page. */
export const namesOf = (results: ExperimentResults, metric: Metric, arm: string): VerdictNames => ({
  ...{ arm, control: armsOf(results).control, metric: metric.name, better: metric.better, margin: metric.margin },
  unit: unitOf(metric),
})

/** When it is decided; `when` says an instant. A decision before the last look is an early one. */
export const timesOf = (
  { nextLookAt, plan, looks, over }: ExperimentResults,
  { decidedAt }: Pick<ExperimentResult, 'decidedAt'>,
  when: (instant: string) => string,
): VerdictTimes => ({
  nextLook: nextLookAt === null ? null : when(nextLookAt),
  lastLook: plan.mode === 'open-ended' ? null : when(plan.endsAt),
  isEarly: plan.mode !== 'fixed' && decidedAt !== null && (!over || decidedAt < looks),
})

/** How far a metric is: whose window is over, of all. */
export const peopleOf = ({ maturity, samples }: ExperimentResults, metric: Metric): VerdictPeople => {
  const found = maturity.find((one) => one.metric === metric.key)
  return {
    ...{ matured: found?.matured ?? 0, exposed: found?.all ?? 0 },
    ...{ window: lengthText(metric.maturesAfterMs), observed: samples.observed },
  }
}

/** A band with what is better to the right; null where there is no relative one. */
const turnedBand = ({ better }: Metric, { lift, liftInterval }: Result): Band | null => {
  if (lift === null || liftInterval === null) return null
  const [low, high] = liftInterval
  return better === 'more' ? { estimate: lift, low, high } : { estimate: -lift, low: -high, high: -low }
}

/** How far from zero counts as no difference, relative to the control. */
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

/** All metrics with the bands of every variant, by what they are for. */
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

/** One metric over time: its looks, and how it is between them now. */
export type OverTime = {
  readonly isRelative: boolean
  readonly steps: readonly { readonly atMs: number; readonly look: number | null }[]
  readonly lines: readonly { readonly arm: string; readonly points: readonly (Band | null)[] }[]
}

/** The estimates of a metric look by look, and those of now, which decide nothing. */
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
