import { spawn } from 'node:child_process'
import { endsWithFile } from './file-end.ts'
import { built, compiled } from './process.ts'

const [program = ''] = built

/**
 * Runs a command of the built `fanion` in its own process. Returns its output so far, and its exit code once it ends.
 */
export function runCommand(args: readonly string[], env: Record<string, string>) {
  const { PATH = '' } = process.env
  const child = endsWithFile(spawn(process.execPath, [program, ...args], { env: { PATH, ...compiled, ...env } }))
  let output = ''
  const note = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  const ended = new Promise<number>((resolve) => {
    child.once('close', (code) => resolve(code ?? -1))
  })
  return { said: () => output, ended }
}
