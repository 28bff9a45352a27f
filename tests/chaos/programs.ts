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

/** The values of one revision, in the order of the application's flags. */
export type Served = { revision: number; values: readonly number[] }

/** An application with the SDK in its own process, which evaluates continuously. */
export class ChaosProgram {
  readonly environment: string
  readonly keys: readonly string[]
  /** Every revision it served, in order. */
  readonly served: Served[] = []
  /** Invalid results. Must stay empty. */
  readonly wrong: unknown[] = []
  evaluations = 0
  readonly #child: ChildProcess
  readonly #cacheFile: string
  readonly #ended: Promise<number | null>
  // For example, that a report of counts was lost.
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

  /** The latest revision it has served, if any. */
  get revision(): number | undefined {
    return this.served.at(-1)?.revision
  }

  /** Stops it gracefully, and returns its cached datafile. */
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

/** Starts applications, each with a key of an environment. Killed at the latest when the test ends. */
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

/** Computes the digest of a datafile's documents. */
export const digestIn = ({ flags, segments }: Datafile): string => digestOf(flags, segments)
