import { type ChildProcess, spawn } from 'node:child_process'
import os from 'node:os'
import { endsWithFile } from './file-end.ts'

/** A running program with its output so far, and a way to wait for more. */
export type Program = {
  readonly child: ChildProcess
  readonly said: () => string
  /** Resolves when the output matches. Rejects if the program ends first. */
  readonly until: (pattern: RegExp) => Promise<void>
}

/** Runs a file with Node in a working directory. Ends with the test file. */
export function runProgram(file: string, cwd: string): Program {
  const env = { PATH: process.env['PATH'] ?? '', HOME: os.homedir() }
  const child = endsWithFile(spawn(process.execPath, [file], { cwd, env }))
  let output = ''
  const listeners = new Set<() => void>()
  const note = (text: Buffer) => {
    output += String(text)
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const until = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!pattern.test(output)) return
        listeners.delete(look)
        resolve()
      }
      listeners.add(look)
      void ended.then(() => reject(new Error(`the program ended before ${pattern}:\n${output}`)))
      look()
    })
  return { child, said: () => output, until }
}
