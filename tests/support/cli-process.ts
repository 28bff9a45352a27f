import { spawn } from 'node:child_process'
import path from 'node:path'
import { endsWithFile } from './file-end.ts'
import { compiled, isBuilt, serverProgram } from './process.ts'

const program = path.resolve(import.meta.dirname, '../../src/client/cli/main.ts')
const script = `const { main } = await import(${JSON.stringify(program)}); process.exitCode = await main(process.argv.slice(1), process.env)`

/** Node arguments to run the CLI, from the bundle if npm test has built it. The CLI's own arguments follow. */
export const cliProgram = isBuilt ? [serverProgram] : ['--input-type=module', '--eval', script, '--']

/** Runs a CLI command in its own process. Returns its exit code and output. */
export function runCliProcess(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; said: string; failed: string }> {
  const { PATH = '' } = process.env
  const child = endsWithFile(spawn(process.execPath, [...cliProgram, ...args], { env: { PATH, ...compiled, ...env } }))
  const printed = { said: '', failed: '' }
  child.stdout.on('data', (chunk: Buffer) => void (printed.said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (printed.failed += chunk.toString()))
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? -1, ...printed }))
  })
}
