import type { EffectReply, EffectRequest } from './effect-worker.ts'
import { useWorkerAnswer } from './use-worker-answer.ts'

const open = () => new Worker(new URL('./effect-worker.ts', import.meta.url), { type: 'module' })

/** Evaluates a question in a worker. Null while it is running. */
export const useEffects = (question: EffectRequest | null): EffectReply | null =>
  useWorkerAnswer<EffectRequest, EffectReply>(question, open)
