import type { FlagState } from '../../../shared/features/insights/schemas/insights.ts'
import { settledAfterMs } from '../flags/project-index.ts'

const dayMs = 24 * 3_600_000
export const unseenAfterMs = 30 * dayMs
const expectedLifeMs = 40 * dayMs

/** All that a flag's state depends on. */
export type Evidence = {
  nowMs: number
  createdMs: number
  temporary: boolean
  expectedEndMs: number | null
  /** On in no environment now; and never was. */
  offEverywhere: boolean
  neverOn: boolean
  /** Since when everybody gets one variant wherever it is protected; null where they do not. */
  settledSinceMs: number | null
  /** Whether a program asked for it within 30 days, and whether any program reports at all. */
  seen: boolean
  reporting: boolean
  required: boolean
}

/** The state that follows from the evidence: specification, section 4. The older a state is, the earlier it is asked for. */
export const stateOf = (evidence: Evidence): FlagState => {
  const { nowMs, createdMs, temporary, expectedEndMs, offEverywhere, neverOn, settledSinceMs } = evidence
  if (unseen(evidence)) return 'stale'
  if (offEverywhere && neverOn) return 'draft'
  if (!temporary || settledSinceMs === null || nowMs - settledSinceMs < settledAfterMs) return 'live'
  return nowMs >= (expectedEndMs ?? createdMs + expectedLifeMs) ? 'stale' : 'settled'
}

/** Nobody asked for 30 days, of a flag as old as that, in a project whose programs do report. */
const unseen = ({ nowMs, createdMs, seen, reporting }: Evidence): boolean =>
  reporting && !seen && nowMs - createdMs >= unseenAfterMs

/** Whether a flag has done its work, so that cleaning up asks about it. */
export const isDone = (evidence: Evidence): boolean => ['settled', 'stale'].includes(stateOf(evidence))
