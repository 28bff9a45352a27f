import { parentPort } from 'node:worker_threads'
import { type PatternProblem, patternProblem } from '../../shared/datafile/safe-pattern.ts'

/** A regular expression to prove, in so many milliseconds. */
export type Job = { readonly id: number; readonly source: string; readonly ignoreCase: boolean; readonly ms: number }

/** What came of it, and how long the thread was busy with it. */
export type Done = { readonly id: number; readonly found: PatternProblem; readonly ms: number }

/** What this thread has used of a processor, where Node says so: a busy machine is nobody's budget. */
const busyMs = (): number => {
  if (typeof process.threadCpuUsage !== 'function') return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

// The checker is slow when it is new; that is nobody's time.
patternProblem('^(?:new|old){1,3}[a-z]+$', true)
parentPort?.postMessage('ready')

parentPort?.on('message', ({ id, source, ignoreCase, ms }: Job) => {
  const started = busyMs()
  const found = patternProblem(source, ignoreCase, Math.ceil(ms))
  const done: Done = { id, found, ms: busyMs() - started }
  parentPort?.postMessage(done)
})
