import { parentPort, workerData } from 'node:worker_threads'
import { type PreviewJob, preview } from './preview-job.ts'

// One job a thread: whatever an upload leaves behind ends with it.
const job = workerData as PreviewJob
parentPort?.postMessage(await preview(job))
