import type { Result, Verdict } from '../../statistics/analysis-plan.ts'
import { counted } from '../rules/percent.ts'
import { readerLocale } from '../time/reader-locale.ts'
import { absoluteFigure, relativeFigure, signed } from './figures.ts'

export type VerdictNames = {
  /** The compared variant, and the control. */
  readonly arm: string
  readonly control: string
  /** The metric's name, as it appears at the start of a sentence. */
  readonly metric: string
  readonly better: 'more' | 'less'
  /** The unit of absolute values, such as `€`, or `%` for shares. Empty if there is none. */
  readonly unit: string
  readonly margin: { readonly relative: number } | { readonly absolute: number } | null
}

/** The times of decisions, as texts such as `tomorrow 00:00`. Null if there is no such look. */
export type VerdictTimes = {
  readonly nextLook: string | null
  readonly lastLook: string | null
  readonly isEarly: boolean
}

/** The progress of a run: units with a complete window, all units, and the window in words. */
export type VerdictPeople = {
  readonly matured: number
  readonly exposed: number
  readonly window: string
  readonly observed: readonly number[]
}

export type VerdictText = { readonly title: string; readonly text: string }

/** `3.1% higher than with buy (band +0.8% to +5.4%)`. Absolute if there is no relative value. */
const figures = (result: Result, { control, unit }: VerdictNames): string | undefined => {
  const relative = result.lift !== null && result.liftInterval !== null
  const estimate = relative ? result.lift : result.difference
  const band = relative ? result.liftInterval : result.interval
  if (estimate === null || band === null) return undefined
  const figure = (value: number) => (relative ? relativeFigure(value) : absoluteFigure(value, unit))
  const ends = band.map((end) => signed(end, figure(end)))
  const size = figure(estimate)
  const than = /[1-9]/.test(size)
    ? estimate > 0
      ? `${size} higher than with ${control}`
      : `${size} lower than with ${control}`
    : `the same as with ${control}`
  return `${than} (band ${ends[0] ?? ''} to ${ends[1] ?? ''})`
}

const marginText = ({ margin, unit }: VerdictNames): string =>
  margin === null ? '' : 'relative' in margin ? relativeFigure(margin.relative) : absoluteFigure(margin.absolute, unit)

const timesText = ({ nextLook, lastLook }: VerdictTimes): string => {
  if (nextLook === null) return ' There are no further looks.'
  if (lastLook === nextLook) return ` The last look is ${nextLook}.`
  return lastLook === null ? ` The next look is ${nextLook}.` : ` The next look is ${nextLook}, the last ${lastLook}.`
}

const title: Record<Verdict, (names: VerdictNames) => string> = {
  wins: ({ arm }) => `${arm} wins`,
  loses: ({ arm }) => `${arm} loses`,
  'no-difference': () => 'No difference that matters',
  'no-worse': (names) => `No worse than ${marginText(names)}`,
  'not-decided': () => 'Not decided',
  'samples-off': () => 'Don’t read this yet',
  'too-early': () => 'Too early',
}

const number = (value: number): string => value.toLocaleString(readerLocale)

const both = (values: readonly number[]): string =>
  values.length < 2
    ? values.map(number).join('')
    : `${values.slice(0, -1).map(number).join(', ')} and ${number(values.at(-1) ?? 0)}`

/**
 * Describes a verdict, always with numbers and their interval. Never uses "significant", "p" or probabilities.
 * @param result from `analyse`
 */
export const verdictText = (
  result: Result,
  names: VerdictNames,
  times: VerdictTimes,
  people: VerdictPeople,
): VerdictText => {
  const said = figures(result, names)
  const seen = said === undefined ? '' : `${names.metric} is ${said}.`
  // A look decided, and the current interval is still consistent with it.
  const [low, high] = result.interval ?? [Number.NaN, Number.NaN]
  const since =
    low <= 0 && high >= 0 && result.decidedAt !== null ? `Decided by look ${result.decidedAt}. By now, ` : ''
  const texts: Record<Verdict, () => string> = {
    wins: () =>
      `${since}${seen}${times.isEarly ? ' Effects found early are often larger than what stays; expect less.' : ''}`,
    loses: () => `${since}${seen}`,
    'no-difference': () => `At most ${marginText(names)} either way. ${seen}`.trimEnd(),
    'no-worse': () => seen,
    'not-decided': () =>
      `${seen === '' ? `There isn’t enough to compare ${names.metric} yet.` : seen}${timesText(times)}`,
    'samples-off': () =>
      `${both(people.observed)} users joined the variants, which isn’t the split that was planned; by chance that happens less than once in a hundred experiments. Look first at redirects, robots, and reports lost on one side.`,
    'too-early': () => {
      const first = times.nextLook === null ? '' : ` The first look is ${times.nextLook}.`
      return `${number(people.matured)} of ${counted(people.exposed, 'user')} have had their ${people.window}.${first}`
    },
  }
  return { title: title[result.verdict](names), text: texts[result.verdict]() }
}

/** Explains the interval in plain words. */
export const bandMeaning =
  'The band holds the true difference in 95 of 100 experiments run like this one, however often you look.'
