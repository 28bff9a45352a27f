import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { endsWithFile } from '../support/file-end.ts'
import { compiled } from '../support/process.ts'

/** Size of each process's range of numbers. */
const each = 10_000_000

/**
 * The events of a process: as reported by one that was stopped gracefully, or as left on disk by one that was killed.
 */
export type Told = { readonly values: readonly number[]; readonly by: 'ended' | 'killed' }

/**
 * An application that reports events with the SDK and has an outbox file. After a kill, another process continues from
 * the file.
 */
export class MeasuredProgram {
  static #started = 0
  readonly #words: readonly string[]
  readonly #file: string
  readonly told: Told[] = []
  #from = 0
  #child: ChildProcess
  #said = ''

  constructor(url: string, key: string, folder: string, event: string) {
    this.#file = path.join(folder, `outbox-${MeasuredProgram.#started}.jsonl`)
    this.#words = [path.join(import.meta.dirname, 'measured-program.ts'), url, key, this.#file, event]
    this.#child = this.#start()
  }

  /** The numbers of the events in its file. */
  async kept(): Promise<number[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '')
    return text
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => (JSON.parse(line) as { events: string[] }).events)
      .map((event) => (JSON.parse(event) as { value: number }).value)
  }

  /** Kills the process, and starts another one from its file. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await ended(this.#child)
    this.told.push({ values: await this.kept(), by: 'killed' })
    this.#child = this.#start()
  }

  /** Stops the process gracefully. Further processes send the rest of the file until it is empty. */
  async end(): Promise<void> {
    const from = this.#from
    await this.#stop()
    const { told } = JSON.parse(this.#said.slice('started\n'.length)) as { told: number }
    this.told.push({ values: Array.from({ length: told }, (_, at) => from + at), by: 'ended' })
    while ((await this.kept()).length > 0) {
      this.#child = this.#start(false)
      for (let waited = 0; waited < 5_000 && (await this.kept()).length > 0; waited += 100) await pause(100)
      await this.#stop()
    }
  }

  async #stop(): Promise<void> {
    while (!this.#said.startsWith('started\n')) await pause(20)
    this.#child.kill('SIGTERM')
    await ended(this.#child)
  }

  #start(tells = true): ChildProcess {
    this.#said = ''
    this.#from = (MeasuredProgram.#started += 1) * each
    const words = tells ? [...this.#words, String(this.#from)] : this.#words
    const child = endsWithFile(
      spawn(process.execPath, words, { env: { ...process.env, ...compiled }, stdio: ['ignore', 'pipe', 'ignore'] }),
    )
    child.stdout.on('data', (text: Buffer) => (this.#said += String(text)))
    return child
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const ended = (child: ChildProcess): Promise<unknown> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('close', resolve))
