import { parentPort, workerData } from 'node:worker_threads'
import { type PreviewJob, preview } from './preview-job.ts'

// SDKs of vendors tell a developer of every odd document; whoever imports is told in a preview.
for (const name of ['debug', 'info', 'log', 'warn', 'error'] as const) console[name] = () => {}

// One job a thread: whatever an upload leaves behind ends with it.
const job = workerData as PreviewJob
parentPort?.postMessage(await preview(job))
