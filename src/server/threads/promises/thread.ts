import { serveJobs } from '../serve-jobs.ts'
import { type MoveJob, movesOf } from './move-job.ts'
import { type ProofJob, proofOf, type TogetherJob, togetherOf } from './prove-job.ts'

serveJobs((job: ProofJob | TogetherJob | MoveJob) =>
  'seen' in job ? movesOf(job) : 'statements' in job ? togetherOf(job) : proofOf(job),
)
