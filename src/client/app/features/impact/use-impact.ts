import { useWorkerAnswer } from '../affected/use-worker-answer.ts'
import type { Question, Reply } from './impact-worker.ts'

const open = () => new Worker(new URL('./impact-worker.ts', import.meta.url), { type: 'module' })

/** Who gets another answer, worked out in a worker; null while it thinks, or where nothing is asked yet. */
export const useImpact = (question: Question | null): Reply | { problem: string } | null =>
  useWorkerAnswer<Question, Reply>(question, open)
