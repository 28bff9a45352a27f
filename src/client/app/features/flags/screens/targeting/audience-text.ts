import type { AudienceCount } from '../../../../../../shared/engine/matches.ts'
import { limits } from '../../../../../../shared/limits.ts'
import { counted } from '../../../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../../../shared/text/time/reader-locale.ts'

/** Size of a share in recent contexts: `206 of the 826 recent contexts it targets`. Null without contexts. */
export const audienceText = ({ matched, of }: AudienceCount, weight: number): string | null => {
  if (of === 0) return null
  if (matched === 0) return `Targets none of ${counted(of, 'recent context')}.`
  const share = Math.round((matched * weight) / limits.weightUnits)
  const all = `Targets ${matched.toLocaleString(readerLocale)} of ${counted(of, 'recent context')}`
  return weight >= limits.weightUnits ? `${all}.` : `${all}; this share is about ${share.toLocaleString(readerLocale)}.`
}
