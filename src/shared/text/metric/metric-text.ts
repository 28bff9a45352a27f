import type { MetricDefinition, MetricPart, MetricTerm } from '../../features/metrics/schemas/metric.ts'
import { durationMs } from '../../schemas/duration.ts'
import { conditionText } from '../rules/condition.ts'
import { quoted } from '../rules/literal.ts'
import { counted } from '../rules/percent.ts'
import { holdText, lengthText } from '../time/hold-text.ts'
import { plain, type SentencePart, say, text, word } from '../word.ts'

const partText = ({ event, where }: MetricPart): SentencePart[] => {
  const name = word('name', quoted(event))
  return where === undefined || where === true ? [name] : say`${name} where ${conditionText(where)}`
}

const eventsText = ({ event, where }: MetricPart): SentencePart[] => {
  const name = word('name', quoted(event))
  return where === undefined || where === true ? say`${name} events` : say`${name} events where ${conditionText(where)}`
}

const termText = (term: MetricTerm): SentencePart[] =>
  term.take === 'sum' ? say`total value of ${partText(term)}` : eventsText(term)

/** Formats a quantile: `95th percentile of the value`, `99.9th …`. */
const quantileText = (at: number, of: readonly SentencePart[]): SentencePart[] => {
  const percentile = String(Number((at * 100).toFixed(6)))
  switch (new Intl.PluralRules('en', { type: 'ordinal' }).select(Number(percentile))) {
    case 'one':
      return say`${percentile}st percentile of ${of}`
    case 'two':
      return say`${percentile}nd percentile of ${of}`
    case 'few':
      return say`${percentile}rd percentile of ${of}`
    default:
      return say`${percentile}th percentile of ${of}`
  }
}

/** Describes the window after the unit's first exposure. */
const windowText = ({ from, length }: MetricDefinition['window']): string => {
  const [start, lasts] = [durationMs(from) ?? 0, durationMs(length) ?? 0]
  if (start === 0) return ` within ${holdText(length)}`
  return ` from ${holdText(from)} to ${lengthText(start + lasts)} after exposure`
}

const measureText = ({ measure, unit, window }: MetricDefinition): SentencePart[] => {
  const one: SentencePart[] = unit === null ? [plain('user')] : [word('attribute', quoted(unit))]
  const all: SentencePart[] = unit === null ? [plain('users')] : say`${word('attribute', quoted(unit))} values`
  switch (measure.kind) {
    case 'proportion':
    case 'retention': {
      const times = measure.kind === 'proportion' && measure.atLeast > 1 ? measure.atLeast : undefined
      const event = partText(measure.of)
      return times === undefined
        ? say`share of ${all} with ${event}`
        : say`share of ${all} with at least ${counted(times, 'event', 'events')} of ${event}`
    }
    case 'count':
      return say`${eventsText(measure.of)} per ${one}`
    case 'sum':
      return say`total value of ${partText(measure.of)} per ${one}`
    case 'ratio':
      return say`${termText(measure.over)} per ${termText(measure.under)}`
    case 'time':
      return say`time until the first ${partText(measure.of)}, at most ${holdText(window.length)}`
    case 'quantile': {
      const event = partText(measure.of)
      const value = measure.each === 'unit' ? say`the total value of ${event} per ${one}` : say`the value of ${event}`
      return quantileText(measure.at, value)
    }
  }
}

/**
 * Describes a metric: `share of users with purchase within 7 days`, `error events per request events within 30
 * minutes`, `95th percentile of the value of latency within 1 day`.
 */
const metricText = (metric: MetricDefinition): SentencePart[] => {
  const window = metric.measure.kind === 'time' && durationMs(metric.window.from) === 0 ? '' : windowText(metric.window)
  return [...measureText(metric), ...(window === '' ? [] : [plain(window)])]
}

export const metricSentence = (metric: MetricDefinition): string => text(metricText(metric))
