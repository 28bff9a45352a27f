import { missingReports } from '../../statistics/missing-reports.ts'
import type { ByArm } from './guard-question.ts'

/** What a guard decides by: the data it used, the result, and whether reports from pages hide a harm. */
export type TrustedResult<Read, Found> = {
  readonly read: Read
  readonly found: Found
  readonly trusted: boolean
  /** Reports from servers alone show harm that reports from pages hide. */
  readonly hidden: boolean
}

/** Appended to a guard's finding if `hidden` is set. */
export const hiddenHarmText = ' Servers say so, and what pages said would hide it.'

type ReportsBySource<Read> = { readonly all: Read; readonly trusted: Read }

/**
 * Evaluates all reports, or only those from servers if these show harm that pages hide: client keys are public, so
 * reports from pages can be forged. Servers are not used alone if they report fewer users of one arm than expected,
 * because a comparison would then be invalid.
 * @param share of the new variant among both
 */
export const evaluateTrustedSource = <Read, Found extends { readonly state: string }>(
  { all, trusted }: ReportsBySource<Read>,
  weigh: (read: Read) => Found,
  { trustsPages, share, unitsOf }: { trustsPages: boolean; share: number; unitsOf: (read: Read) => ByArm<number> },
): TrustedResult<Read, Found> => {
  const found = weigh(all)
  if (trustsPages) return { read: all, found, trusted: true, hidden: false }
  const told = weigh(trusted)
  const isHidden = told.state === 'harm' && found.state !== 'harm'
  if (isHidden && missingReports([{ share, ...unitsOf(trusted) }]).state === 'as-given')
    return { read: trusted, found: told, trusted: true, hidden: true }
  return { read: all, found, trusted: told.state === found.state, hidden: false }
}
