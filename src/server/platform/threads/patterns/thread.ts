import { type PatternProblem, patternProblem } from '../../../../shared/datafile/safe-pattern.ts'
import { serveJobs } from '../serve-jobs.ts'

/** A regular expression to prove, in so many milliseconds. */
export type PatternJob = { readonly source: string; readonly ignoreCase: boolean; readonly ms: number }

/** What came of it, and how long the thread was busy with it. */
export type PatternDone = { readonly found: PatternProblem; readonly ms: number }

/** What this thread has used of a processor, where Node says so: a busy machine is nobody's budget. */
const busyMs = (): number => {
  if (typeof process.threadCpuUsage !== 'function') return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

// The checker is slow when it is new; that is nobody's time.
patternProblem('^(?:new|old){1,3}[a-z]+$', true)

serveJobs(({ source, ignoreCase, ms }: PatternJob): PatternDone => {
  const started = busyMs()
  const found = patternProblem(source, ignoreCase, Math.ceil(ms))
  return { found, ms: busyMs() - started }
})
