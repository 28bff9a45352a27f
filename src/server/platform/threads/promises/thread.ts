import { serveJobs } from '../serve-jobs.ts'
import { type DifferenceJob, differenceFor } from './difference-job.ts'
import { type MoveJob, movesOf } from './move-job.ts'
import { type ProofJob, proofOf, type TogetherJob, togetherOf } from './prove-job.ts'

serveJobs((job: ProofJob | TogetherJob | MoveJob | DifferenceJob) => {
  if ('seen' in job) return movesOf(job)
  if ('flag' in job) return differenceFor(job)
  return 'statements' in job ? togetherOf(job) : proofOf(job)
})
