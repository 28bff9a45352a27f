import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'

type Heard = { revision: number; atMs: number; bytes: number }

/** Opens streams in their own process and waits until all are open. */
export async function aCrowd(url: string, key: string, streams: number, stream = '/sdk/v1/stream') {
  const process: ChildProcess = fork(path.join(import.meta.dirname, 'crowd.ts'), [url, key, String(streams), stream])
  const waiting = new Map<number, (heard: Heard) => void>()
  await new Promise<void>((resolve, reject) => {
    process.once('exit', (code) => reject(new Error(`the streams ended with ${code}`)))
    // Safe cast: only our own script sends messages.
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
