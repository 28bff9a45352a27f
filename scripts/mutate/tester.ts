import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { Answer, Ask } from './session.ts'

export type Outcome = Answer | 'timed out'

/** Runs tests in a sandbox, in a process that is replaced if it does not respond in time. */
export class Tester {
  readonly #folder: string
  readonly #env: NodeJS.ProcessEnv
  #child: ChildProcess | undefined

  constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder
    this.#env = env
  }

  async ask(ask: Ask, withinMs: number): Promise<Outcome> {
    const child = this.#child ?? (await this.#start())
    child.send(ask)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'timed out'>((resolve) => {
      timer = setTimeout(() => resolve('timed out'), withinMs)
    })
    const ended = new Promise<'timed out'>((resolve) => child.once('exit', () => resolve('timed out')))
    const answer = new Promise<Answer>((resolve) => child.once('message', (message) => resolve(message as Answer)))
    const outcome = await Promise.race([answer, late, ended])
    clearTimeout(timer)
    child.removeAllListeners('message')
    child.removeAllListeners('exit')
    if (outcome === 'timed out') this.close()
    return outcome
  }

  close(): void {
    const pid = this.#child?.pid
    this.#child = undefined
    // kills its workers, too, which may no longer respond
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(path.join(import.meta.dirname, 'session.ts'), {
      cwd: this.#folder,
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child = child
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`the tests do not start (${code})`)))
    })
    return child
  }
}
