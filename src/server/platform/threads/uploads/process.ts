// The program of an upload's process. It blocks its own network access first, then loads the vendor SDKs.
import './deny-network.ts'
import { type PreviewJob, preview } from './preview-job.ts'

// Vendor SDKs log invalid documents for developers. The preview reports them to the user who imports.
for (const name of ['debug', 'info', 'log', 'warn', 'error'] as const) console[name] = () => {}

// One job per process, so that everything an upload leaves behind ends with it.
process.once('message', (job: PreviewJob) => {
  const send = (answer: object) => process.send?.(answer, () => process.exit(0))
  preview(job).then(
    (done) => send({ done }),
    (error: unknown) => send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
