import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'

type Heard = { revision: number; atMs: number; bytes: number }

/** So many streams, in a process of their own, once they are open. */
export async function aCrowd(url: string, key: string, streams: number, stream = '/sdk/v1/stream') {
  const process: ChildProcess = fork(path.join(import.meta.dirname, 'crowd.ts'), [url, key, String(streams), stream])
  const waiting = new Map<number, (heard: Heard) => void>()
  await new Promise<void>((resolve, reject) => {
    process.once('exit', (code) => reject(new Error(`the streams ended with ${code}`)))
    // our own script says nothing else
    process.on('message', (message: unknown) => {
      const { ready, lost, ...heard } = message as Heard & { ready?: boolean; lost?: boolean }
      if (lost) throw new Error('a stream was lost')
      if (ready) resolve()
      waiting.get(heard.revision)?.(heard)
    })
  })
  const end = () => {
    process.removeAllListeners('exit')
    process.kill()
  }
  return { heard: (revision: number) => new Promise<Heard>((resolve) => waiting.set(revision, resolve)), end }
}
