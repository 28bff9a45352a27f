// The program of an upload's own process. It denies itself the network first, then loads the vendor SDKs.
import './deny-network.ts'
import { type PreviewJob, preview } from './preview-job.ts'

// Vendor SDKs log every odd document for developers. The preview reports them to the person who imports.
for (const name of ['debug', 'info', 'log', 'warn', 'error'] as const) console[name] = () => {}

// One job a process: whatever an upload leaves behind ends with it.
process.once('message', (job: PreviewJob) => {
  const send = (answer: object) => process.send?.(answer, () => process.exit(0))
  preview(job).then(
    (done) => send({ done }),
    (error: unknown) => send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
