import { serveJobs } from '../serve-jobs.ts'
import { type ProofJob, proofOf, type TogetherJob, togetherOf } from './prove-job.ts'

serveJobs((job: ProofJob | TogetherJob) => ('statements' in job ? togetherOf(job) : proofOf(job)))
