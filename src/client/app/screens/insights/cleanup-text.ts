import type { FlagInsight } from '../../../../shared/schemas/insights.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../shared/text/time/reader-locale.ts'

const day = new Intl.DateTimeFormat(readerLocale, { dateStyle: 'medium' })

/** Why a flag stands in the queue: what the log says of it, then what programs say. */
export const evidence = (insight: FlagInsight, reporting: boolean, permanent: boolean): string => {
  const { settled, lastSeenAt, evaluationsPerDay, requiredBy } = insight
  const said: string[] = []
  if (settled) {
    const what = settled.variant ?? 'the default in code'
    said.push(
      `Everyone in protected environments has gotten ${what} since at least ${day.format(new Date(settled.since))}.`,
    )
  }
  if (!reporting) said.push('No application reports evaluations, so there’s no way to tell whether it’s in use.')
  else if (lastSeenAt === null) said.push('No evaluations in the last 30 days.')
  else if (evaluationsPerDay === 0) said.push('Evaluated in the last 30 days, but not in the last day.')
  else said.push(`Still evaluated ${counted(evaluationsPerDay, 'time')} a day: remove it from your code first.`)
  if (permanent) said.push('Marked as permanent.')
  if (requiredBy.length > 0) said.push(`Required by ${requiredBy.join(', ')}.`)
  return said.join(' ')
}
