import { useWorkerAnswer } from '../affected/use-worker-answer.ts'
import type { Question, Reply } from './impact-worker.ts'

const open = () => new Worker(new URL('./impact-worker.ts', import.meta.url), { type: 'module' })

/** Computes in a worker who gets another value. Null while it is running, and without a question. */
export const useImpact = (question: Question | null): Reply | { problem: string } | null =>
  useWorkerAnswer<Question, Reply>(question, open)
