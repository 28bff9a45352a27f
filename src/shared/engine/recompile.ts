import type { Datafile, DatafilePatch } from '../schemas/datafile.ts'
import { type Compiled, createCompiled } from './compile.ts'
import type { OptionalModules } from './optional-module.ts'

type Entries<T> = ReadonlyMap<string, T & { readonly uses: ReadonlySet<string> }>

/**
 * Compiles an updated datafile. Everything that `changes` do not affect stays compiled, and counters keep their
 * meaning. `profiles` adds newly loaded modules.
 */
export const recompile = (
  before: Compiled,
  datafile: Datafile,
  changes: Readonly<Pick<DatafilePatch, 'flags' | 'segments'>>,
  profiles: OptionalModules = {},
): Compiled => {
  const { state } = before
  // Flags that could not be compiled may compile with new modules, which can change the flags that depend on them.
  const unusable = [...state.flags].filter(([, { type }]) => type === null)
  const touched = new Set([
    ...unusable.map(([key]) => `flag:${key}`),
    ...Object.keys(changes.flags).map((key) => `flag:${key}`),
    ...Object.keys(changes.segments).map((key) => `segment:${key}`),
  ])
  const kept = <T>(kind: string, entries: Entries<T>) =>
    new Map([...entries].filter(([key, { uses }]) => !touched.has(`${kind}:${key}`) && isDisjoint(uses, touched)))
  return createCompiled({
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
