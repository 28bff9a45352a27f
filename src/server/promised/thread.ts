import { parentPort } from 'node:worker_threads'
import { type ProofJob, proofOf } from './job.ts'

parentPort?.on('message', ({ id, job }: { id: number; job: ProofJob }) => {
  parentPort?.postMessage({ id, verdict: proofOf(job) })
})
