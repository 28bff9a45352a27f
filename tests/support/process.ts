import { spawn } from 'node:child_process'
import path from 'node:path'
import { endsWithFile } from './file-end.ts'

/** A server in its own process, as an operator runs it. */
export type ServerProcess = {
  readonly pid: number
  /** The URL it printed. Rejects with the output if the process ends first. */
  readonly ready: Promise<string>
  /** The output of both streams so far. */
  readonly output: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  /** Its exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
}

const root = path.resolve(import.meta.dirname, '../..')
const bundle = path.join(root, 'bin/fanion.js')
/** The server as users start it: the bundle, with the built UI. */
export const built = [bundle, 'start']
/** Whether npm test has built the bundle, from which dozens of starts are several times faster. */
export const isBuilt = Boolean(process.env['FANION_TEST_BUILT'])
/** The program for server commands: the bundle if there is one, else the sources. */
export const serverProgram = isBuilt ? bundle : path.join(root, 'scripts/dev-server.mjs')
/** The same for a relay. */
export const relayProgram = isBuilt ? bundle : path.join(root, 'scripts/dev-relay.mjs')
/** Node's compile cache, shared by the many server starts of a run. */
export const compiled = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/fanion-test-compiled') }
const asTold = [serverProgram, 'start']

/**
 * Starts a server with only these settings, from source unless `npm test` has built the bundle or `program` says
 * otherwise, wrapped in the command `via` if given. Killed at the latest when the file ends.
 */
export function startProcess(
  env: Record<string, string>,
  program: readonly string[] = asTold,
  via: readonly string[] = [],
): ServerProcess {
  const { PATH = '', TMPDIR } = process.env
  const [command = process.execPath, ...args] = [...via, process.execPath, ...program]
  const child = spawn(command, args, {
    env: { PATH, PORT: '0', ...compiled, ...(TMPDIR && { TMPDIR }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endsWithFile(child)
  let output = ''
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1))
  })
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /ready in [\d.]+ s\s+(http:\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void exited.then((code) => reject(new Error(`the server ended (${code}):\n${output}`)))
  })
  ready.catch(() => undefined) // avoids an unhandled rejection if no one awaits it
  return { pid: child.pid ?? 0, ready, output: () => output, kill: (signal) => void child.kill(signal), exited }
}
