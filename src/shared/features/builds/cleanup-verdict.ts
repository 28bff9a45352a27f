import type { CleanupReason, CleanupVerdict } from '../insights/schemas/insights.ts'

/** What is known of a flag that may have done its work. */
export type CleanupEvidence = {
  /** Marked as permanent. */
  readonly permanent: boolean
  /** How many flags require it, and how many promises name it. */
  readonly requiredBy: number
  readonly promises: number
  /** On its way to everybody somewhere. */
  readonly rolling: boolean
  /** How many live builds of server keys declare it; `told` where any of the project tells of itself. */
  readonly builds: number
  readonly told: boolean
  /** How often scanned code reads it; `scanned` where any repository was. */
  readonly reads: number
  readonly scanned: boolean
  /** How long nothing asked for it; null where nothing did for as long as is looked back. */
  readonly silentMs: number | null
  /** Whether any program counts evaluations. */
  readonly reporting: boolean
}

/** What follows from each reason. */
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
/** Where code is known to read it no more, what still asked for it must have stopped for so long. */
export const quietMs = 7 * dayMs

/**
 * What is to be done with a flag, by the first that holds: what keeps it, what still asks for it, and then whether that nothing
 * does is known at all. What nobody can tell is kept.
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
