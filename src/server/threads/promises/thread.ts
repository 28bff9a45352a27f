import { serveJobs } from '../serve-jobs.ts'
import { type ProofJob, proofOf } from './prove-job.ts'

serveJobs((job: ProofJob) => proofOf(job))
