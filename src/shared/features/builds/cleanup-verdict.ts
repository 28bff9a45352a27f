import type { CleanupReason, CleanupVerdict } from '../insights/schemas/insights.ts'

/** The known facts about a flag that may no longer be needed. */
export type CleanupEvidence = {
  readonly permanent: boolean
  /** How many flags require it, and how many promises name it. */
  readonly requiredBy: number
  readonly promises: number
  /** Whether it is being rolled out in any environment. */
  readonly rolling: boolean
  /** How many live builds of server keys declare it. `told` is true if any build of the project reports its flags. */
  readonly builds: number
  readonly told: boolean
  /** How often scanned code reads it. `scanned` is true if any repository was scanned. */
  readonly reads: number
  readonly scanned: boolean
  /** Time since the last evaluation. Null if there was none within the period that is searched. */
  readonly silentMs: number | null
  /** Whether any application reports evaluation counts. */
  readonly reporting: boolean
}

export const cleanupVerdicts: Record<CleanupReason, CleanupVerdict> = {
  permanent: 'keep',
  required: 'keep',
  promised: 'keep',
  rolling: 'keep',
  built: 'remove',
  read: 'remove',
  evaluated: 'remove',
  unread: 'archive',
  unseen: 'archive',
  unknown: 'keep',
}

const dayMs = 24 * 3_600_000
/** If code is known to no longer read a flag, evaluations must have stopped for this long before it can be archived. */
export const quietMs = 7 * dayMs

/**
 * Returns the first reason that applies: what protects the flag, then what still reads it, then the evidence that
 * nothing does. Without evidence the flag is kept.
 */
export const cleanupReason = (evidence: CleanupEvidence): CleanupReason => {
  const { permanent, requiredBy, promises, rolling, builds, told, reads, scanned, silentMs, reporting } = evidence
  if (permanent) return 'permanent'
  if (requiredBy > 0) return 'required'
  if (promises > 0) return 'promised'
  if (rolling) return 'rolling'
  if (builds > 0) return 'built'
  if (reads > 0) return 'read'
  const codeIsKnown = told || scanned
  if (silentMs !== null && (silentMs < quietMs || !codeIsKnown)) return 'evaluated'
  if (codeIsKnown) return 'unread'
  return reporting ? 'unseen' : 'unknown'
}
