import { serveJobs } from '../serve-jobs.ts'
import { boundsFor } from './bounds-job.ts'

serveJobs(boundsFor)
