import { serveJobs } from '../serve-jobs.ts'
import { type DifferenceJob, differenceFor } from './difference-job.ts'
import { type MoveJob, runMoveJob } from './move-job.ts'
import { type InvariantsJob, type ProofJob, runInvariantsJob, runProofJob } from './prove-job.ts'

serveJobs((job: ProofJob | InvariantsJob | MoveJob | DifferenceJob) => {
  if ('seen' in job) return runMoveJob(job)
  if ('flag' in job) return differenceFor(job)
  return 'statements' in job ? runInvariantsJob(job) : runProofJob(job)
})
