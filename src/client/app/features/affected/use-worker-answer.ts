import { useEffect, useState } from 'react'

/** Another question within this time replaces the one before. */
const pauseMs = 80

/**
 * What a worker makes of a question, which has to be the same object while it is the same question; null while it thinks.
 * Each question gets a worker of its own, which is ended when another takes its place. `open` stays the same function.
 */
export const useWorkerAnswer = <Question, Reply>(
  question: Question | null,
  open: () => Worker,
): Reply | { problem: string } | null => {
  const [heard, setHeard] = useState<{ question: Question; reply: Reply | { problem: string } } | null>(null)
  useEffect(() => {
    if (question === null) return
    let worker: Worker | null = null
    const timer = setTimeout(() => {
      worker = open()
      worker.addEventListener('message', (event: MessageEvent<Reply>) => setHeard({ question, reply: event.data }))
      worker.addEventListener('error', ({ message }) => setHeard({ question, reply: { problem: message } }))
      worker.postMessage(question)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      worker?.terminate()
    }
  }, [question, open])
  return heard !== null && heard.question === question ? heard.reply : null
}
