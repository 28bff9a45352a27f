import type { Usage, UsageRange } from '../../../../../shared/features/insights/schemas/insights.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { locale } from '../../../../../shared/text/time/locale.ts'

/** Completes “in …”. */
export const rangeText: Record<UsageRange, string> = {
  day: 'the last 24 hours',
  week: 'the last 7 days',
  month: 'the last 30 days',
}

/** Display name of a variant. Null is the default in code. */
const variantName = (variant: string | null): string => variant ?? 'the default in code'

const sum = (counts: readonly (number | null)[]) => counts.reduce<number>((total, count) => total + (count ?? 0), 0)

/** Describes the chart in a sentence: counts by variant, and how much of the period has no data. */
export const usageSentence = (usage: Usage, environment: string, range: UsageRange): string => {
  const { series, total, steps } = usage
  const when = rangeText[range]
  if (total === 0) return `No evaluations in ${environment} in ${when}.`
  const given = series.map(({ variant, counts }) => `${variantName(variant)} ${counted(sum(counts), 'time')}`)
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(given)
  const silent = silentSteps(usage)
  const gap = silent === 0 ? '' : ` Data is missing for ${silent} of ${counted(steps.length, 'interval')}.`
  return `In ${when}, ${environment} served ${list}.${gap}`
}

const silentSteps = ({ series }: Usage): number => series[0]?.counts.filter((count) => count === null).length ?? 0
