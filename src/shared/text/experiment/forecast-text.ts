import { counted } from '../rules/percent.ts'
import { readerLocale } from '../time/reader-locale.ts'
import { relativeFigure } from '../verdict/figures.ts'

/** What a plan can detect, estimated before its start. */
export type Outlook = {
  readonly metric: string
  /** New users per day that take part. */
  readonly aDay: number
  readonly days: number
  /** The smallest lift that is detected within `days`. Null if it cannot be estimated. */
  readonly smallest: number | null
  /** The lift worth detecting, and the days until it is detected. Null if that takes more than a year. */
  readonly effect: number
  readonly daysNeeded: number | null
}

/** `12 weeks`, or days if they are not whole weeks. */
export const spanText = (days: number): string => (days % 7 === 0 ? counted(days / 7, 'week') : counted(days, 'day'))

/**
 * Describes what a plan can detect, in two sentences: `With about 1,240 new users a day, 3 weeks find a difference of
 * 4.2% or more in Conversion in 80 of 100 experiments. To find 2%, plan 12 weeks.`
 */
export function forecastText({ metric, aDay, days, smallest, effect, daysNeeded }: Outlook): string {
  if (aDay <= 0) return 'No users were seen in the last 7 days, so there’s no telling how long it takes.'
  const users = Math.round(aDay).toLocaleString(readerLocale)
  if (smallest === null)
    return `About ${users} new users a day would take part. There’s no telling yet how ${metric} varies.`
  const found = `With about ${users} new users a day, ${spanText(days)} find a difference of ${relativeFigure(smallest)} or more in ${metric} in 80 of 100 experiments.`
  if (smallest <= effect) return found
  const longer =
    daysNeeded === null
      ? `A difference of ${relativeFigure(effect)} wouldn’t be found within a year: look for a larger one, or reach more users.`
      : `To find ${relativeFigure(effect)}, plan ${spanText(daysNeeded)}.`
  return `${found} ${longer}`
}
