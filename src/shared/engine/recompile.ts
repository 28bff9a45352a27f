import type { Datafile, DatafilePatch } from '../schemas/datafile.ts'
import { type Compiled, open } from './compile.ts'
import type { OptionalModules } from './optional-module.ts'

/** What was compiled, and what it depends on. */
type Entries<T> = ReadonlyMap<string, T & { readonly uses: ReadonlySet<string> }>

/**
 * Compiles the datafile that `changes` turned the one before into: what they do not touch stays compiled, and the counters
 * stay the same. `profiles`: those that are loaded besides the ones before.
 */
export const recompile = (
  before: Compiled,
  datafile: Datafile,
  changes: Readonly<Pick<DatafilePatch, 'flags' | 'segments'>>,
  profiles: OptionalModules = {},
): Compiled => {
  const { state } = before
  // What could not be compiled may be now that more profiles are there, and what requires it may answer otherwise.
  const unusable = [...state.flags].filter(([, { type }]) => type === null)
  const touched = new Set([
    ...unusable.map(([key]) => `flag:${key}`),
    ...Object.keys(changes.flags).map((key) => `flag:${key}`),
    ...Object.keys(changes.segments).map((key) => `segment:${key}`),
  ])
  const kept = <T>(kind: string, entries: Entries<T>) =>
    new Map([...entries].filter(([key, { uses }]) => !touched.has(`${kind}:${key}`) && isDisjoint(uses, touched)))
  return open({
    datafile,
    profiles: { ...state.profiles, ...profiles },
    slots: state.slots,
    flags: kept('flag', state.flags),
    segments: kept('segment', state.segments),
  })
}

const isDisjoint = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  for (const element of a) if (b.has(element)) return false
  return true
}
