import { useMemo } from 'react'
import { type OtherAnswer, whatWouldChange } from '../../../../shared/engine/what-if.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import { useWorkerAnswer } from '../../features/affected/use-worker-answer.ts'
import type { ColumnAnswer } from './answer.ts'
import type { NearestQuestion, NearestReply } from './nearest-worker.ts'

const open = () => new Worker(new URL('./nearest-worker.ts', import.meta.url), { type: 'module' })

/** What would change an answer, worked out beside the page; empty while that is not known. */
export const useNearest = (answer: ColumnAnswer, context: Context): readonly OtherAnswer[] => {
  const { datafile, document, nowMs, profiles } = answer
  const { key } = document
  const question = useMemo(() => ({ datafile, flag: key, context, nowMs }), [datafile, key, context, nowMs])
  const reply = useWorkerAnswer<NearestQuestion, NearestReply>(question, open)
  return useMemo(() => {
    if (reply === null || 'problem' in reply) return []
    return reply.others ?? whatWouldChange(datafile, key, context, nowMs, profiles)
  }, [reply, datafile, key, context, nowMs, profiles])
}
