import { missingReports } from '../../statistics/missing-reports.ts'
import type { ByArm } from './guard-question.ts'

/** What a guard goes by: what it read, what that comes to, and whether servers alone say the same. */
export type Heard<Read, Found> = {
  readonly read: Read
  readonly found: Found
  readonly trusted: boolean
  /** Servers say harm, and what pages said hides it. */
  readonly hidden: boolean
}

/** Said after what a guard saw where that is hidden. */
export const hiddenText = ' Servers say so, and what pages said would hide it.'

type Words<Read> = { readonly all: Read; readonly trusted: Read }

/**
 * By whose word a guard goes: everybody's, or that of servers alone where these say harm and pages hide it, since whoever has a
 * client key may lie. Servers that report fewer units of one arm than it was given are not believed alone: of these a comparison
 * says nothing.
 * @param share of the new variant among both
 */
export const heard = <Read, Found extends { readonly state: string }>(
  { all, trusted }: Words<Read>,
  weigh: (read: Read) => Found,
  { trustsPages, share, unitsOf }: { trustsPages: boolean; share: number; unitsOf: (read: Read) => ByArm<number> },
): Heard<Read, Found> => {
  const found = weigh(all)
  if (trustsPages) return { read: all, found, trusted: true, hidden: false }
  const told = weigh(trusted)
  const isHidden = told.state === 'harm' && found.state !== 'harm'
  if (isHidden && missingReports([{ share, ...unitsOf(trusted) }]).state === 'as-given')
    return { read: trusted, found: told, trusted: true, hidden: true }
  return { read: all, found, trusted: told.state === found.state, hidden: false }
}
