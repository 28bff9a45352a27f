import { parentPort } from 'node:worker_threads'

/** Messages of a thread: its program is loaded, then the result of each job. */
export type ThreadMessage<Done> = 'ready' | { readonly done: Done }

/** The worker side of `JobThread`. Called once, at the end of a thread's program. */
export const serveJobs = <Job, Done>(run: (job: Job) => Done): void => {
  parentPort?.on('message', (job: Job) => postThreadMessage({ done: run(job) }))
  postThreadMessage('ready')
}

const postThreadMessage = <Done>(told: ThreadMessage<Done>): void => parentPort?.postMessage(told)
