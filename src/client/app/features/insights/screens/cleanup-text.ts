import type { CleanupReason, FlagInsight } from '../../../../../shared/features/insights/schemas/insights.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'

const day = new Intl.DateTimeFormat(readerLocale, { dateStyle: 'medium' })
const dayMs = 24 * 3_600_000
const on = (instant: string): string => day.format(new Date(instant))

export const reasonText = (insight: FlagInsight): string => {
  const { why, requiredBy, promises } = insight
  const said: Record<CleanupReason, string> = {
    permanent: 'marked as permanent',
    required: `${counted(requiredBy.length, 'flag requires', 'flags require')} it`,
    promised: `${counted(promises.length, 'promise names', 'promises name')} it`,
    rolling: 'on its way',
    built: 'live builds read it',
    read: 'code reads it',
    evaluated: 'still evaluated',
    unread: 'safe to archive',
    unseen: 'safe to archive',
    unknown: 'no way to tell',
  }
  return why === null ? '' : said[why]
}

/** The value that all users get, and for how long. */
export const sameAnswer = ({ settled }: FlagInsight, nowMs: number): string => {
  if (settled === null) return 'more than one'
  const days = Math.floor((nowMs - Date.parse(settled.since)) / dayMs)
  return `${settled.variant ?? 'default in code'} for ${counted(days, 'day')}`
}

/** What still requests the flag: builds by name, otherwise its evaluations. */
export const remainingRequestsText = (
  { builds, evaluationsPerDay, lastSeenAt }: FlagInsight,
  reporting: boolean,
): string => {
  const often = evaluationsPerDay > 0 ? `${evaluationsPerDay.toLocaleString(readerLocale)} a day` : null
  const names = builds.live > 0 ? namesOf(builds) : null
  if (names !== null || often !== null) return [names, often].filter((part) => part !== null).join(', ')
  if (lastSeenAt !== null) return 'nothing in 24 hours'
  return reporting || builds.told ? 'nobody' : 'not known'
}

const namesOf = ({ live, names }: FlagInsight['builds']): string => {
  const more = live - names.length
  return more > 0 ? `${names.join(', ')} and ${counted(more, 'more build')}` : names.join(', ')
}

/** Result of the last code scan. */
export const inCode = ({ code: { scannedAt, reads } }: FlagInsight): string =>
  scannedAt === null ? 'not scanned' : reads > 0 ? counted(reads, 'read') : 'no reads'

/** One line of evidence. `good` supports archiving, `bad` speaks against it, `none` is neutral. */
export type Evidence = { readonly speaks: 'good' | 'bad' | 'none'; readonly words: string }

/** Evidence for the verdict, one line each: targeting, evaluations, builds, code and dependents. */
export const evidence = (insight: FlagInsight, reporting: boolean): Evidence[] => [
  targeting(insight),
  evaluations(insight, reporting),
  running(insight),
  inRepositories(insight),
  ...naming(insight),
]

const targeting = ({ settled, state }: FlagInsight): Evidence =>
  settled === null
    ? { speaks: 'none', words: `Serves more than one variant (${state}).` }
    : {
        speaks: 'good',
        words: `Everyone in protected environments has gotten ${settled.variant ?? 'the default in code'} since at least ${on(settled.since)}.`,
      }

const evaluations = ({ lastSeenAt, evaluationsPerDay }: FlagInsight, reporting: boolean): Evidence => {
  if (!reporting) return { speaks: 'none', words: 'No application reports evaluations.' }
  if (lastSeenAt === null) return { speaks: 'good', words: 'No evaluations in the last 30 days.' }
  if (evaluationsPerDay === 0)
    return { speaks: 'bad', words: `Last evaluated on ${on(lastSeenAt)}, and not in the last day.` }
  return { speaks: 'bad', words: `Evaluated ${counted(evaluationsPerDay, 'time')} in the last day.` }
}

const running = ({ builds }: FlagInsight): Evidence => {
  if (builds.live > 0)
    return {
      speaks: 'bad',
      words:
        builds.live === 1 ? `${namesOf(builds)} is live and reads it.` : `${namesOf(builds)} are live and read it.`,
    }
  return builds.told
    ? { speaks: 'good', words: 'No live build reads it.' }
    : { speaks: 'none', words: 'No application tells which flags it reads.' }
}

const inRepositories = ({ code: { scannedAt, reads, gone } }: FlagInsight): Evidence => {
  if (scannedAt === null) return { speaks: 'none', words: 'No repository has been scanned.' }
  const scanned = `scanned on ${on(scannedAt)}`
  if (reads > 0) return { speaks: 'bad', words: `Code reads it in ${counted(reads, 'place')}, ${scanned}.` }
  if (gone === null) return { speaks: 'good', words: `No code reads it, ${scanned}.` }
  const { repository, branch, commit, at } = gone
  return {
    speaks: 'good',
    words: `No code reads it: the last read left ${branch} of ${repository} with ${commit.slice(0, 7)} on ${on(at)}.`,
  }
}

const naming = ({ requiredBy, promises, permanence }: FlagInsight): Evidence[] => [
  ...(permanence === 'permanent' ? [{ speaks: 'bad' as const, words: 'Marked as permanent.' }] : []),
  ...(requiredBy.length > 0 ? [{ speaks: 'bad' as const, words: `Required by ${requiredBy.join(', ')}.` }] : []),
  ...(promises.length > 0
    ? [{ speaks: 'bad' as const, words: `Named by ${counted(promises.length, 'promise')}: ${promises.join(', ')}.` }]
    : []),
  ...(requiredBy.length + promises.length === 0
    ? [{ speaks: 'good' as const, words: 'No flag requires it, no promise names it.' }]
    : []),
]

/** The command that removes a flag from code. Names a variant unless all users get the same one. */
export const removeCommand = ({ flag, settled }: Pick<FlagInsight, 'flag' | 'settled'>): string =>
  `npx fanion remove ${flag}${settled?.variant ? '' : ' --as <variant>'} --write`
