import type { FlagInsight } from '../../../../shared/schemas/insights.ts'
import { counted } from '../../../../shared/words/percent.ts'
import { readerLocale } from '../../../../shared/words/reader-locale.ts'

const day = new Intl.DateTimeFormat(readerLocale, { dateStyle: 'medium' })

/** Why a flag stands in the queue: what the log says of it, then what programs say. */
export const evidence = (insight: FlagInsight, reporting: boolean, permanent: boolean): string => {
  const { settled, lastSeenAt, evaluationsPerDay, requiredBy } = insight
  const said: string[] = []
  if (settled) {
    const what = settled.variant ?? 'the program’s default'
    said.push(`Everybody gets ${what} wherever it is protected, since ${day.format(new Date(settled.since))} at least.`)
  }
  if (!reporting) said.push('No program reports evaluations, so nobody knows whether it is read.')
  else if (lastSeenAt === null) said.push('No program has asked for it for 30 days.')
  else if (evaluationsPerDay === 0) said.push('Programs asked for it in the last 30 days, not in the last one.')
  else said.push(`Still read, ${counted(evaluationsPerDay, 'time')} a day: take it out of the code first.`)
  if (permanent) said.push('It is meant to stay.')
  if (requiredBy.length > 0) said.push(`Required by ${requiredBy.join(', ')}.`)
  return said.join(' ')
}
