import { useEffect, useState } from 'react'
import type { Question, Reply } from './effect-worker.ts'

/** Another question within this time replaces the one before. */
const settleMs = 80

/** What a worker with the engine makes of a question, which has to be the same object while it is the same question; null while it thinks. */
export const useEffects = (question: Question | null): Reply | null => {
  const [heard, setHeard] = useState<{ question: Question; reply: Reply } | null>(null)
  useEffect(() => {
    if (question === null) return
    let worker: Worker | null = null
    const timer = setTimeout(() => {
      worker = new Worker(new URL('./effect-worker.ts', import.meta.url), { type: 'module' })
      worker.addEventListener('message', (event: MessageEvent<Reply>) => setHeard({ question, reply: event.data }))
      worker.addEventListener('error', ({ message }) => setHeard({ question, reply: { problem: message } }))
      worker.postMessage(question)
    }, settleMs)
    return () => {
      clearTimeout(timer)
      worker?.terminate()
    }
  }, [question])
  return heard !== null && heard.question === question ? heard.reply : null
}
