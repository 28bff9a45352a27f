import { parentPort } from 'node:worker_threads'

/** What a thread tells: that it has loaded its program, then what came of each job. */
export type Told<Done> = 'ready' | { readonly done: Done }

/** The other side of `JobThread`, called once at the end of a thread's program. */
export const serveJobs = <Job, Done>(run: (job: Job) => Done): void => {
  parentPort?.on('message', (job: Job) => tell({ done: run(job) }))
  tell('ready')
}

const tell = <Done>(told: Told<Done>): void => parentPort?.postMessage(told)
