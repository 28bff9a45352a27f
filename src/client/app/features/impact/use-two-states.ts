import { useMemo, useState } from 'react'
import type { Subject } from '../../../../shared/features/publishing/schemas/history.ts'
import { trpc } from '../../trpc.ts'
import type { ImpactRequest } from './impact-worker.ts'

/** A state of an environment: now, at a revision, or at an instant. */
export type EnvironmentInstant = {
  readonly environment: string
  readonly revision?: number | undefined
  readonly at?: string | undefined
}

/** Flags and segments to read at once. */
const most = 200

/**
 * Loads two states for comparison, limited to some flags and segments and their dependents. Null until both are loaded,
 * and without subjects.
 */
export const useTwoStates = (
  project: string,
  before: EnvironmentInstant,
  after: EnvironmentInstant,
  subjects: readonly Subject[],
): { question: ImpactRequest | null; failed: boolean } => {
  const [nowMs] = useState(() => Date.now())
  const asked = subjects.slice(0, most).map(({ kind, key }) => ({ kind, key }))
  const enabled = asked.length > 0
  const input = ({ environment, revision, at }: EnvironmentInstant) => ({
    project,
    environment,
    ...(revision !== undefined && { revision }),
    ...(at !== undefined && { at }),
    subjects: asked.length > 0 ? asked : [{ kind: 'flag' as const, key: 'none' }],
    dependents: true,
  })
  const old = trpc.history.asOf.useQuery(input(before), { enabled })
  const next = trpc.history.asOf.useQuery(input(after), { enabled })
  const question = useMemo(
    () =>
      !enabled || old.data === undefined || next.data === undefined
        ? null
        : { before: old.data, after: next.data, contexts: [], nowMs },
    [enabled, old.data, next.data, nowMs],
  )
  return { question, failed: old.isError || next.isError }
}
