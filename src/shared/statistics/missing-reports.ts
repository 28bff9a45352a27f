import { eventShare, type SharePhase } from './event-share.ts'
import { between0And1 } from './given.ts'

/** Whether the arms report as many units as planned, within chance. */
export type Reports = {
  readonly state: 'as-given' | 'fewer' | 'more'
  /** ln E; significant at ln(1/α). */
  readonly logEvidence: number
  readonly p: number
}

/**
 * Checks whether exposures of one arm are missing, valid for any number of looks: the e-process of `eventShare` on the
 * exposed units, in both directions. At most `alpha` of all harmless runs are flagged.
 * @param exposed units first exposed, by arm and by the share of the new variant (`treatment`) at that time
 * @returns `fewer` if the new variant reports fewer units than planned, `more` if the other one does
 */
export const missingReports = (exposed: readonly SharePhase[], alpha = 0.001): Reports => {
  between0And1(alpha, 'alpha')
  const { logEvidence, p } = eventShare(exposed, 'two-sided')
  if (logEvidence < -Math.log(alpha)) return { state: 'as-given', logEvidence, p }
  const fewer = eventShare(exposed, 'lower').logEvidence > eventShare(exposed, 'higher').logEvidence
  return { state: fewer ? 'fewer' : 'more', logEvidence, p }
}
