import { type PatternProblem, patternProblem } from '../../../../shared/datafile/safe-pattern.ts'
import { serveJobs } from '../serve-jobs.ts'

/** A regular expression to prove within `ms`. */
export type PatternJob = { readonly source: string; readonly ignoreCase: boolean; readonly ms: number }

/** The result, and the thread time used for it. */
export type PatternDone = { readonly found: PatternProblem; readonly ms: number }

/** CPU time of this thread, if Node reports it, so that a busy machine does not use up budgets. */
const busyMs = (): number => {
  if (typeof process.threadCpuUsage !== 'function') return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

// Warms up the checker, so that its slow first run counts against no budget.
patternProblem('^(?:new|old){1,3}[a-z]+$', true)

serveJobs(({ source, ignoreCase, ms }: PatternJob): PatternDone => {
  const started = busyMs()
  const found = patternProblem(source, ignoreCase, Math.ceil(ms))
  return { found, ms: busyMs() - started }
})
