import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { StartError } from '../../start-error.ts'

/** Longer paths are not allowed as socket addresses on some systems. */
const longestAddress = 100

/**
 * Locks the folder of a relay for this process until the returned function is called. The owner listens on a socket in
 * it, so a killed one leaves no lock behind. Throws a StartError if another relay owns it, or if it is not writable.
 */
export async function ownFolder(folder: string): Promise<() => Promise<void>> {
  const address = addressIn(folder)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw notWritable(folder, error)
  }
  if (address === undefined) return async () => undefined
  if (await answers(address)) {
    throw new StartError(
      `Another relay is already running on ${folder}. Stop it first, or choose another folder with FANION_DATA_DIR.`,
    )
  }
  const server = net.createServer((socket) => socket.end())
  try {
    rmSync(address, { force: true })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve))
    chmodSync(address, 0o600)
  } catch (error) {
    throw notWritable(folder, error)
  }
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

const addressIn = (folder: string): string | undefined => {
  const address = path.join(folder, 'owner')
  return process.platform === 'win32' || Buffer.byteLength(address) > longestAddress ? undefined : address
}

const answers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

const notWritable = (folder: string, error: unknown): StartError => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const sentence =
    `Can’t write to ${folder} (${code}). A relay keeps the last state there, and what waits for its upstream: ` +
    'give it a folder that it may write, with FANION_DATA_DIR.'
  return new StartError(sentence, { cause: error })
}
