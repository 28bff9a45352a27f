import type { Measure, MetricDefinition } from '../../../../../shared/features/metrics/schemas/metric.ts'

export const kindWords: Record<Measure['kind'], string> = {
  proportion: 'Share of users who did it',
  count: 'How often a user did it',
  sum: 'Total value per user',
  ratio: 'One event per another',
  retention: 'Share of users who came back to it',
  time: 'Time until the first',
  quantile: 'Percentile of a value',
}

const number = (value: number): string =>
  Intl.NumberFormat(undefined, { maximumSignificantDigits: value >= 1_000 ? 6 : 3 }).format(value)

/** Formats milliseconds: `240 ms`, `3.2 s`, `12 min`, `4.5 h`. */
const timeWords = (ms: number): string => {
  if (ms < 1_000) return `${number(ms)} ms`
  if (ms < 60_000) return `${number(ms / 1_000)} s`
  return ms < 3_600_000 ? `${number(ms / 60_000)} min` : `${number(ms / 3_600_000)} h`
}

/** Formats a metric’s value with its unit. `unit` is the unit of its event’s value. */
export const valueWords = (
  { measure }: Pick<MetricDefinition, 'measure'>,
  value: number | null,
  unit: string,
): string => {
  if (value === null) return '–'
  switch (measure.kind) {
    case 'proportion':
    case 'retention':
      return `${number(value * 100)}%`
    case 'time':
      return timeWords(value)
    case 'sum':
    case 'quantile':
      return unit === '' ? number(value) : `${number(value)} ${unit}`
    case 'count':
    case 'ratio':
      return number(value)
  }
}
