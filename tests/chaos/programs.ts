import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { digestOf } from '../../src/shared/datafile/digest.ts'
import { Datafile } from '../../src/shared/schemas/datafile.ts'
import { endsWithFile } from '../support/file-end.ts'
import { aFolder } from '../support/folder.ts'
import { compiled } from '../support/process.ts'
import { evaluationsPerMs } from './pace.ts'

/** What one revision gave, in the order of the program's flags. */
export type Served = { revision: number; values: readonly number[] }

/** A program with the client library in a process of its own, which evaluates again and again. */
export class ChaosProgram {
  readonly environment: string
  readonly keys: readonly string[]
  /** Every revision it served, in the order in which it did. */
  readonly served: Served[] = []
  /** What no program should see. */
  readonly wrong: unknown[] = []
  evaluations = 0
  readonly #child: ChildProcess
  readonly #cacheFile: string
  readonly #ended: Promise<number | null>
  // that a report of counts was lost, for example
  #warned = ''

  constructor(environment: string, url: string, key: string, folder: string, keys: readonly string[], perMs: number) {
    this.environment = environment
    this.keys = keys
    this.#cacheFile = path.join(folder, `${key.slice(-8)}-${Math.random()}.json`)
    const program = path.join(import.meta.dirname, 'program.ts')
    const words = [program, url, key, this.#cacheFile, String(perMs), ...keys]
    this.#child = endsWithFile(
      spawn(process.execPath, words, { env: { ...process.env, ...compiled }, stdio: ['ignore', 'pipe', 'pipe'] }),
    )
    this.#ended = new Promise((resolve) => this.#child.once('close', resolve))
    if (this.#child.stdout) createInterface(this.#child.stdout).on('line', (line) => this.#hear(JSON.parse(line)))
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.#warned += String(text)
    })
  }

  /** The newest revision it has served; undefined before there is one. */
  get revision(): number | undefined {
    return this.served.at(-1)?.revision
  }

  /** Ends it as an operator does, and returns what it keeps on disk. */
  async stop(): Promise<Datafile> {
    this.#child.kill('SIGTERM')
    const code = await this.#ended
    if (code !== 0) throw new Error(`the program ended with ${code}: ${this.#warned}`)
    const { datafile } = JSON.parse(await readFile(this.#cacheFile, 'utf8'))
    return Datafile.parse(datafile)
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #hear(line: number[] | { wrong: unknown } | { evaluations: number }): void {
    if (Array.isArray(line)) {
      const [revision = 0, ...values] = line
      this.served.push({ revision, values })
    } else if ('evaluations' in line) this.evaluations = line.evaluations
    else this.wrong.push(line)
  }
}

/** Starts programs, each with a key of an environment; killed when the test ends at the latest. */
export async function startPrograms(
  url: string,
  of: readonly { environment: string; key: string }[],
  keys: readonly string[],
  perMs = evaluationsPerMs,
): Promise<ChaosProgram[]> {
  const folder = await aFolder('chaos-programs')
  const programs = of.map(({ environment, key }) => new ChaosProgram(environment, url, key, folder, keys, perMs))
  onTestFinished(() => programs.forEach((program) => program.kill()))
  return programs
}

/** The digest that a datafile's own documents have. */
export const digestIn = ({ flags, segments }: Datafile): string => digestOf(flags, segments)
