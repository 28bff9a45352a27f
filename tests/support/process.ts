import { spawn } from 'node:child_process'
import path from 'node:path'
import { endsWithFile } from './file-end.ts'

/** A server in a process of its own, as an operator runs it. */
export type ServerProcess = {
  readonly pid: number
  /** The address it printed; rejects with its output where it ended before. */
  readonly ready: Promise<string>
  /** Everything it printed so far, both streams. */
  readonly output: () => string
  readonly kill: (signal: NodeJS.Signals) => void
  /** Its exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
}

const root = path.resolve(import.meta.dirname, '../..')
const bundle = path.join(root, 'bin/fanion.js')
/** The server as people start it: the bundle, with the built UI. */
export const built = [bundle, 'start']
/** Whether npm test has built it: dozens of starts are several times as fast from one file. */
export const isBuilt = Boolean(process.env['FANION_TEST_BUILT'])
/** What Node is started with for a command of the server, which comes after: the bundle where there is one, else its sources. */
export const serverProgram = isBuilt ? bundle : path.join(root, 'scripts/dev-server.mjs')
/** The same for a relay. */
export const relayProgram = isBuilt ? bundle : path.join(root, 'scripts/dev-relay.mjs')
/** Where Node keeps what it has compiled, for programs of which there are dozens of starts in one run. */
export const compiled = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/fanion-test-compiled') }
const asTold = [serverProgram, 'start']

/** Starts a server, from source unless told or run by `npm test`, with these settings and no others, by way of other commands where told; killed when the file ends at the latest. */
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
  ready.catch(() => undefined) // who does not await it does not care
  return { pid: child.pid ?? 0, ready, output: () => output, kill: (signal) => void child.kill(signal), exited }
}
