import { createRequire } from 'node:module'
import type { FlagSpec, User } from './workload.ts'

/** What a caller of the SDK holds to ask for a flag: its key for most, a compiled flag for a typed handle. */
export type Ask<Held, Context> = {
  readonly hold: (key: string) => Held
  readonly boolean: (held: Held, context: Context) => unknown
  readonly string: (held: Held, context: Context) => unknown
  /** The values of every flag, by the SDK's own call for that where it has one. */
  readonly all: (context: Context) => unknown
  readonly close: () => void
}

/** One SDK under test. Answers of an `async` one are awaited, one at a time. */
export type Subject<Held = unknown, Context = unknown> = {
  readonly name: string
  /** The package whose version the report names; null for Fanion itself. */
  readonly package: string | null
  readonly async: boolean
  /** The configuration as the SDK would receive it, as text. */
  readonly configuration: (flags: readonly FlagSpec[]) => string
  /** A context as the SDK wants it; made before the clock starts. */
  readonly context: (user: User) => Context
  /** From text to being able to answer, without a network. */
  readonly load: (configuration: string) => Promise<Ask<Held, Context>>
}

/** Hides what a subject holds, so that subjects of all kinds go through one harness. */
export const subject = <Held, Context>(given: Subject<Held, Context>): Subject =>
  // The harness gives back only what the same subject made: held things and contexts never cross.
  given as unknown as Subject

const require = createRequire(new URL('../peers/package.json', import.meta.url))

/** A module installed in bench/peers. `T` names the little of it that is used here. */
export const peer = <T>(name: string): T =>
  // The types of the peers are not installed with the project; each subject declares what it calls.
  require(name) as T

/** The version of a package installed in bench/peers. */
export const versionOf = (name: string): string => {
  const paths = require.resolve.paths(name) ?? []
  for (const path of paths) {
    try {
      return peer<{ version: string }>(`${path}/${name}/package.json`).version
    } catch {
      // Not in this folder: the next one.
    }
  }
  throw new Error(`${name} is not installed in bench/peers`)
}
