import type { FlagState } from '../../../shared/features/insights/schemas/insights.ts'
import { settledAfterMs } from '../flags/project-index.ts'

const dayMs = 24 * 3_600_000
export const unseenAfterMs = 30 * dayMs
const expectedLifeMs = 40 * dayMs

export type LifecycleEvidence = {
  nowMs: number
  createdMs: number
  temporary: boolean
  expectedEndMs: number | null
  /** Whether it is on in no environment now, and whether it never was. */
  offEverywhere: boolean
  neverOn: boolean
  /** Since when all users get one variant in each environment that determines the state. Null if they do not. */
  settledSinceMs: number | null
  /** Whether an application evaluated it within 30 days, and whether any application reports at all. */
  seen: boolean
  reporting: boolean
  required: boolean
}

/** Derives a flag's state from the evidence; see specification, section 4. */
export const lifecycleStateOf = (evidence: LifecycleEvidence): FlagState => {
  const { nowMs, createdMs, temporary, expectedEndMs, offEverywhere, neverOn, settledSinceMs } = evidence
  if (unseen(evidence)) return 'stale'
  if (offEverywhere && neverOn) return 'draft'
  if (!temporary || settledSinceMs === null || nowMs - settledSinceMs < settledAfterMs) return 'live'
  return nowMs >= (expectedEndMs ?? createdMs + expectedLifeMs) ? 'stale' : 'settled'
}

/** Whether a flag older than 30 days was not evaluated for 30 days, although applications of the project report. */
const unseen = ({ nowMs, createdMs, seen, reporting }: LifecycleEvidence): boolean =>
  reporting && !seen && nowMs - createdMs >= unseenAfterMs

/** Whether a flag has done its work and appears in the cleanup list. */
export const isReadyForCleanup = (evidence: LifecycleEvidence): boolean =>
  ['settled', 'stale'].includes(lifecycleStateOf(evidence))
