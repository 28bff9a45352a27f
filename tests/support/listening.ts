import { spawn } from 'node:child_process'
import os from 'node:os'
import { endsWithFile } from './file-end.ts'

/** A program that listens on a port. */
export type Listening = {
  readonly url: string
  /** The output of both streams so far. */
  readonly said: () => string
  /** Stops it gracefully. Returns its exit code or the signal that ended it. */
  readonly stop: () => Promise<number | NodeJS.Signals>
}

/** Starts a program and waits until its port responds with anything. Ends with the test file. */
export async function startListening(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env, port }: { readonly cwd: string; readonly env: Record<string, string>; readonly port: number },
): Promise<Listening> {
  const variables = { PATH: process.env['PATH'] ?? '', HOME: os.homedir(), PORT: String(port), ...env }
  const child = endsWithFile(
    spawn(program, args, { cwd, env: variables, stdio: ['ignore', 'pipe', 'pipe'] }),
    'SIGTERM', // it may have child processes
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk)
    })
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1))
  })
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  const url = `http://127.0.0.1:${port}`
  const over = ended.then((code) => Promise.reject(new Error(`${program} ended with ${code}:\n${output}`)))
  over.catch(() => {})
  const answers = async () => {
    while (
      !(await fetch(url).then(
        () => true,
        () => false,
      ))
    )
      await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await Promise.race([answers(), over])
  return { url, said: () => output, stop }
}
