import { durationMs } from '../../schemas/duration.ts'
import type { MetricDefinition, MetricPart, MetricTerm } from '../../schemas/metric.ts'
import { conditionText } from '../rules/condition.ts'
import { quoted } from '../rules/literal.ts'
import { counted } from '../rules/percent.ts'
import { holdText, lengthText } from '../time/hold-text.ts'
import { joined, plain, text, type Word, word } from '../word.ts'

const partText = ({ event, where }: MetricPart, after = ''): Word[] => [
  word('name', quoted(event)),
  ...(after === '' ? [] : [plain(after)]),
  ...(where === undefined || where === true ? [] : [plain(' where '), ...conditionText(where)]),
]

const termText = (term: MetricTerm): Word[] =>
  term.take === 'sum' ? [plain('total value of '), ...partText(term)] : partText(term, ' events')

/** `95th`, `99.9th`: how people say a quantile. */
const ordinal = (at: number): string => {
  const percent = Number((at * 100).toFixed(6))
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(percent)
  const endings = { one: 'st', two: 'nd', few: 'rd' } as const
  return `${percent}${rule === 'one' || rule === 'two' || rule === 'few' ? endings[rule] : 'th'}`
}

/** When it is counted, after the unit’s first exposure. */
const windowText = ({ from, length }: MetricDefinition['window']): string => {
  const [start, lasts] = [durationMs(from) ?? 0, durationMs(length) ?? 0]
  if (start === 0) return ` within ${holdText(length)}`
  return ` from ${holdText(from)} to ${lengthText(start + lasts)} after exposure`
}

const measureText = ({ measure, unit, window }: MetricDefinition): Word[] => {
  const one: Word[] = unit === null ? [plain('user')] : [word('attribute', quoted(unit))]
  const all: Word[] = unit === null ? [plain('users')] : [word('attribute', quoted(unit)), plain(' values')]
  switch (measure.kind) {
    case 'proportion':
    case 'retention': {
      const times = measure.kind === 'proportion' && measure.atLeast > 1 ? measure.atLeast : undefined
      const often = times === undefined ? ' with ' : ` with at least ${counted(times, 'event', 'events')} of `
      return [plain('share of '), ...all, plain(often), ...partText(measure.of)]
    }
    case 'count':
      return [...partText(measure.of, ' events'), plain(' per '), ...one]
    case 'sum':
      return [plain('total value of '), ...partText(measure.of), plain(' per '), ...one]
    case 'ratio':
      return joined([termText(measure.over), termText(measure.under)], ' per ')
    case 'time':
      return [plain('time until the first '), ...partText(measure.of), plain(`, at most ${holdText(window.length)}`)]
    case 'quantile':
      return [
        plain(`${ordinal(measure.at)} percentile of `),
        ...(measure.each === 'unit' ? [plain('the total value of ')] : [plain('the value of ')]),
        ...partText(measure.of),
        ...(measure.each === 'unit' ? [plain(' per '), ...one] : []),
      ]
  }
}

/**
 * What a metric says, in words: `share of users with purchase within 7 days`, `error events per request events within 30
 * minutes`, `95th percentile of the value of latency within 1 day`.
 */
export const metricText = (metric: MetricDefinition): Word[] => {
  const window = metric.measure.kind === 'time' && durationMs(metric.window.from) === 0 ? '' : windowText(metric.window)
  return [...measureText(metric), ...(window === '' ? [] : [plain(window)])]
}

/** The same as a sentence without parts. */
export const metricSentence = (metric: MetricDefinition): string => text(metricText(metric))
