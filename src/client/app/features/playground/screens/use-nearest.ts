import { useMemo } from 'react'
import type { Context } from '../../../../../shared/schemas/context.ts'
import type { OtherAnswer } from '../../../../../shared/text/explain/other-answer.ts'
import { useWorkerAnswer } from '../../affected/use-worker-answer.ts'
import type { ColumnAnswer } from './answer.ts'
import type { NearestQuestion, NearestReply } from './nearest-worker.ts'

const open = () => new Worker(new URL('./nearest-worker.ts', import.meta.url), { type: 'module' })

const none: readonly OtherAnswer[] = []

/** Context changes that would give another value, computed in a worker. Empty while unknown. */
export const useNearest = (answer: ColumnAnswer, context: Context): readonly OtherAnswer[] => {
  const { datafile, document, nowMs } = answer
  const { key } = document
  const question = useMemo(() => ({ datafile, flag: key, context, nowMs }), [datafile, key, context, nowMs])
  const reply = useWorkerAnswer<NearestQuestion, NearestReply>(question, open)
  return reply === null || 'problem' in reply ? none : (reply.others ?? none)
}
