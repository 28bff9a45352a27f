import { createRequire } from 'node:module'
import type { FlagSpec, User } from './workload.ts'

/**
 * Values that an application passes to the SDK to evaluate a flag: its key in most SDKs, a compiled flag for a typed
 * handle.
 */
export type Ask<Held, Context> = {
  readonly hold: (key: string) => Held
  readonly boolean: (held: Held, context: Context) => unknown
  readonly string: (held: Held, context: Context) => unknown
  /** Evaluates all flags, with the SDK's own method if there is one. */
  readonly all: (context: Context) => unknown
  readonly close: () => void
}

/** One SDK under test. Evaluations of an `async` SDK are awaited one at a time. */
export type Subject<Held = unknown, Context = unknown> = {
  readonly name: string
  /** Package whose version the report shows. Null for Fanion itself. */
  readonly package: string | null
  readonly async: boolean
  /** Returns the configuration as the SDK receives it, as text. */
  readonly configuration: (flags: readonly FlagSpec[]) => string
  /** Returns a context in the SDK's format. Called before the measurement. */
  readonly context: (user: User) => Context
  /** Parses the configuration until the SDK can evaluate, without a network. */
  readonly load: (configuration: string) => Promise<Ask<Held, Context>>
}

/** Hides the types of a subject, so that one harness can run all subjects. */
export const subject = <Held, Context>(given: Subject<Held, Context>): Subject =>
  // Safe cast: the harness returns values only to the subject that made them.
  given as unknown as Subject

const require = createRequire(new URL('../peers/package.json', import.meta.url))

/** Returns a module installed in bench/peers. `T` declares the used members. */
export const peer = <T>(name: string): T =>
  // Safe cast: the types of the peers are not installed, so each subject declares what it calls.
  require(name) as T

/** Returns the version of a package installed in bench/peers. */
export const versionOf = (name: string): string => {
  const paths = require.resolve.paths(name) ?? []
  for (const path of paths) {
    try {
      return peer<{ version: string }>(`${path}/${name}/package.json`).version
    } catch {
      // Tries the next folder.
    }
  }
  throw new Error(`${name} is not installed in bench/peers`)
}
