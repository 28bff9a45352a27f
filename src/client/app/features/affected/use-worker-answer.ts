import { useEffect, useState } from 'react'

/** Debounce of questions in milliseconds. */
const pauseMs = 80

/**
 * Evaluates a question in a new worker and terminates the worker of the previous question. Null while it is running.
 * `question` must keep its identity while it is unchanged, and so must `open`.
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
