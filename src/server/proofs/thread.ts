import { parentPort } from 'node:worker_threads'
import { type PatternProblem, patternProblem } from '../../shared/datafile/safe-pattern.ts'

/** A regular expression to prove, in so many milliseconds. */
export type Job = { readonly id: number; readonly source: string; readonly ignoreCase: boolean; readonly ms: number }

/** What came of it, and how long the thread was busy with it. */
export type Done = { readonly id: number; readonly found: PatternProblem; readonly ms: number }

// A proof asks its checker twice at most.
parentPort?.on('message', ({ id, source, ignoreCase, ms }: Job) => {
  const started = performance.now()
  const found = patternProblem(source, ignoreCase, Math.ceil(ms / 2))
  const done: Done = { id, found, ms: performance.now() - started }
  parentPort?.postMessage(done)
})
