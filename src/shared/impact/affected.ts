import { referencesOf } from '../datafile/references.ts'
import { sameJson } from '../datafile/same-json.ts'
import type { Datafile } from '../schemas/datafile.ts'

const keysOf = (...records: readonly Readonly<Record<string, unknown>>[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
]

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/**
 * Returns the flags whose documents differ, and the flags that depend on something that differs, in either state and at
 * any depth.
 */
export const affectedFlags = (before: Datafile, after: Datafile): { changed: string[]; through: string[] } => {
  const states = [before, after]
  const subjects = (['flags', 'segments'] as const).flatMap((kind) =>
    keysOf(before[kind], after[kind]).map((key) => {
      const [old, next] = states.map((state) => own<object>(state[kind], key))
      const differs = (old === undefined) !== (next === undefined) || !sameJson(old, next)
      return { name: `${kind === 'flags' ? 'flag' : 'segment'} ${key}`, differs }
    }),
  )
  const asking = new Map<string, Set<string>>()
  for (const state of states) {
    for (const [kind, documents] of [
      ['flag', state.flags],
      ['segment', state.segments],
    ] as const) {
      for (const [key, document] of Object.entries(documents)) {
        for (const named of referencesOf(document)) {
          const name = `${named.kind} ${named.key}`
          asking.set(name, (asking.get(name) ?? new Set()).add(`${kind} ${key}`))
        }
      }
    }
  }
  const differing = subjects.filter(({ differs }) => differs).map(({ name }) => name)
  const reached = new Set(differing)
  // The set grows during the iteration, which then covers the new members, too.
  for (const name of reached) for (const other of asking.get(name) ?? []) reached.add(other)
  const flag = (name: string) => (name.startsWith('flag ') ? [name.slice('flag '.length)] : [])
  const changed = differing.flatMap(flag)
  return { changed, through: [...reached].flatMap(flag).filter((key) => !changed.includes(key)) }
}
