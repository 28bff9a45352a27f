import { useMemo, useState } from 'react'
import { referencesOf } from '../../../../shared/datafile/references.ts'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import type { Entry } from '../../../../shared/features/publishing/schemas/revision.ts'
import type { Checked } from '../../../../shared/impact/promise/touched.ts'
import { trpc } from '../../trpc.ts'
import { type Edited, withEdits } from '../affected/effect-question.ts'
import { useWorkerAnswer } from '../affected/use-worker-answer.ts'
import type { Question, Reply } from './promise-worker.ts'

const open = () => new Worker(new URL('./promise-worker.ts', import.meta.url), { type: 'module' })

/** Edits of an environment, as they would be published. */
export type Asked = {
  project: string
  environment: Environment
  edits: readonly Edited[]
  /** When it would be published, in epoch ms; now where nothing is said. */
  atMs?: number | undefined
}

const none: readonly Checked[] = []

/**
 * What a publish would do to the promises it touches, proven in a worker by the server's own code; null while that is not
 * known, and where nothing is asked. The server proves it again.
 */
export const useTouched = (asked: Asked | undefined): readonly Checked[] | null => {
  const [openedMs] = useState(() => Date.now())
  const { project = '', environment, edits = [], atMs: nowMs = openedMs } = asked ?? {}
  const enabled = edits.length > 0 && environment !== undefined
  // a new list with every render, but mostly of the same documents
  const text = JSON.stringify(edits)
  const { subjects, named } = useMemo(() => placesOf(JSON.parse(text) as Edited[]), [text])
  const input = { project, environment: environment?.key ?? '', subjects, named }
  const ground = trpc.promises.touched.useQuery(input, { enabled, placeholderData: (before) => before }).data
  const headNumber = environment?.revision ?? 0
  const question = useMemo((): Question | null => {
    if (!enabled || ground === undefined || ground.promises.length === 0) return null
    // what was written above, read back
    const entries = JSON.parse(text) as Entry[]
    return { ...ground, after: withEdits(ground.before, entries), entries, nowMs, headNumber }
  }, [enabled, ground, text, nowMs, headNumber])
  const reply = useWorkerAnswer<Question, Reply>(question, open)
  if (!enabled || ground === undefined) return null
  if (ground.promises.length === 0) return none
  return reply === null || 'problem' in reply ? null : reply.checked
}

/** What edits are of, and what their new documents ask, each once. */
const placesOf = (edits: readonly Edited[]) => {
  const named = edits.flatMap(({ document }) => (document === null ? [] : referencesOf(document)))
  const places = new Map(named.flatMap(({ kind, key }) => (key === '' ? [] : [[`${kind}/${key}`, { kind, key }]])))
  return { subjects: edits.map(({ kind, key }) => ({ kind, key })), named: [...places.values()] }
}
