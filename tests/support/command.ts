import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { afterAll } from 'vitest'

const program = path.resolve(import.meta.dirname, '../../bin/fanion.js')
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** A command of the built `fanion` in a process of its own: what it printed so far, and its exit code once it ends. */
export function runCommand(args: readonly string[], env: Record<string, string>) {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [program, ...args], { env: { PATH, ...env } })
  running.add(child)
  let output = ''
  const note = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  const ended = new Promise<number>((resolve) => {
    child.once('close', (code) => {
      running.delete(child)
      resolve(code ?? -1)
    })
  })
  return { said: () => output, ended }
}
