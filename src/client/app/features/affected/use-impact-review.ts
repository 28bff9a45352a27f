import { useMemo, useState } from 'react'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import { exceedsImpactLimit, measureText } from '../../../../shared/text/impact-review.ts'
import { trpc } from '../../trpc.ts'
import { type ProposedDocument, questionOf } from './effect-question.ts'
import type { ImpactMeasureReply, ImpactMeasureRequest } from './second-look-worker.ts'
import { useWorkerAnswer } from './use-worker-answer.ts'

const open = () => new Worker(new URL('./second-look-worker.ts', import.meta.url), { type: 'module' })

/**
 * Why publishing these edits requires an impact review, as text. Null if it requires none, or while unknown. The server
 * measures the same with the same code. Runs only if `wanted`.
 */
export const useImpactReview = (
  { project, environment, edits }: { project: string; environment: Environment; edits: readonly ProposedDocument[] },
  wanted: boolean,
): string | null => {
  const limit = environment.moveLimitPer100k
  const enabled = wanted && limit !== null
  const [nowMs] = useState(() => Date.now())
  const place = { project, environment: environment.key }
  const subjects = edits.map(({ kind, key }) => ({ kind, key }))
  const ground = trpc.history.asOf.useQuery({ ...place, subjects, dependents: true }, { enabled }).data
  const recent = trpc.contexts.recent.useQuery(place, { enabled, staleTime: 60_000 }).data
  const declared = trpc.attributes.list.useQuery({ project }, { enabled, staleTime: 60_000 }).data
  // The list is new with each render, but usually equal.
  const text = JSON.stringify(edits)
  const question = useMemo((): ImpactMeasureRequest | null => {
    if (!enabled || ground === undefined || recent === undefined || declared === undefined) return null
    const keptOut = declared.flatMap(({ name, personal }) => (personal ? [name] : []))
    const contexts = recent.contexts.map(({ context }) => context)
    // Safe cast: parses the JSON written above.
    const { before, after } = questionOf(ground, JSON.parse(text) as ProposedDocument[], contexts, nowMs, keptOut)
    return { before, after, contexts, keptOut, nowMs }
  }, [enabled, ground, recent, declared, text, nowMs])
  const reply = useWorkerAnswer<ImpactMeasureRequest, ImpactMeasureReply>(question, open)
  if (limit === null || reply === null || 'problem' in reply) return null
  return exceedsImpactLimit(reply.measure, limit) && !onlyTurnsOff(ground?.flags, edits)
    ? measureText(reply.measure, limit)
    : null
}

/** Turning a flag off never requires a review. The server checks its effect on other flags. */
const onlyTurnsOff = (
  flags: Readonly<Record<string, { on: boolean }>> | undefined,
  edits: readonly ProposedDocument[],
): boolean =>
  edits.every(({ kind, key, document }) => {
    const was = flags?.[key]
    if (kind !== 'flag' || document === null || was === undefined) return false
    return was.on && !document.on && JSON.stringify({ ...was, on: false }) === JSON.stringify(document)
  })
