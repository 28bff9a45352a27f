import { useWorkerAnswer } from '../affected/use-worker-answer.ts'
import type { ImpactReply, ImpactRequest } from './impact-worker.ts'

const open = () => new Worker(new URL('./impact-worker.ts', import.meta.url), { type: 'module' })

/** Computes in a worker who gets another value. Null while it is running, and without a question. */
export const useImpact = (question: ImpactRequest | null): ImpactReply | { problem: string } | null =>
  useWorkerAnswer<ImpactRequest, ImpactReply>(question, open)
