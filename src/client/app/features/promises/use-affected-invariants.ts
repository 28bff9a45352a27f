import { useMemo, useState } from 'react'
import { referencesOf } from '../../../../shared/datafile/references.ts'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import type { Entry } from '../../../../shared/features/publishing/schemas/revision.ts'
import type { CheckedInvariant } from '../../../../shared/impact/promise/touched.ts'
import { trpc } from '../../trpc.ts'
import { type ProposedDocument, withEdits } from '../affected/effect-question.ts'
import { useWorkerAnswer } from '../affected/use-worker-answer.ts'
import type { InvariantReply, InvariantRequest } from './promise-worker.ts'

const open = () => new Worker(new URL('./promise-worker.ts', import.meta.url), { type: 'module' })

export type InvariantCheckInput = {
  project: string
  environment: Environment
  edits: readonly ProposedDocument[]
  /** When it would be published, in epoch milliseconds. Defaults to now. */
  atMs?: number | undefined
}

const none: readonly CheckedInvariant[] = []

/**
 * Effect of a publish on the promises it affects, proven in a worker with the server’s code. Null while unknown and
 * without edits. The server proves it again.
 */
export const useAffectedInvariants = (asked: InvariantCheckInput | undefined): readonly CheckedInvariant[] | null => {
  const [openedMs] = useState(() => Date.now())
  const { project = '', environment, edits = [], atMs: nowMs = openedMs } = asked ?? {}
  const enabled = edits.length > 0 && environment !== undefined
  // The list is new with each render, but usually equal.
  const text = JSON.stringify(edits)
  const { subjects, named } = useMemo(() => placesOf(JSON.parse(text) as ProposedDocument[]), [text])
  const input = { project, environment: environment?.key ?? '', subjects, named }
  const ground = trpc.promises.touched.useQuery(input, { enabled, placeholderData: (before) => before }).data
  const headNumber = environment?.revision ?? 0
  const question = useMemo((): InvariantRequest | null => {
    if (!enabled || ground === undefined || ground.promises.length === 0) return null
    // Safe cast: parses the JSON written above.
    const entries = JSON.parse(text) as Entry[]
    return { ...ground, after: withEdits(ground.before, entries), entries, nowMs, headNumber }
  }, [enabled, ground, text, nowMs, headNumber])
  const reply = useWorkerAnswer<InvariantRequest, InvariantReply>(question, open)
  if (!enabled || ground === undefined) return null
  if (ground.promises.length === 0) return none
  return reply === null || 'problem' in reply ? null : reply.checked
}

/** The subjects of edits, and the flags and segments that their new documents refer to. */
const placesOf = (edits: readonly ProposedDocument[]) => {
  const named = edits.flatMap(({ document }) => (document === null ? [] : referencesOf(document)))
  const places = new Map(named.flatMap(({ kind, key }) => (key === '' ? [] : [[`${kind}/${key}`, { kind, key }]])))
  return { subjects: edits.map(({ kind, key }) => ({ kind, key })), named: [...places.values()] }
}
