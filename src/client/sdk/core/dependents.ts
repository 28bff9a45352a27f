import { referencesOf, type Subject } from '../../../shared/datafile/references.ts'
import type { Datafile, DatafilePatch } from '../../../shared/schemas/datafile.ts'

type Changes = Pick<DatafilePatch, 'flags' | 'segments'>

const known = new WeakMap<object, readonly Subject[]>()

/**
 * As `referencesOf`, once per document: documents never change, and a patch keeps those it does not name. Nobody has
 * proven that one is well-formed.
 */
const references = <T extends Parameters<typeof referencesOf>[0]>(document: T): readonly Subject[] => {
  if (typeof document !== 'object' || document === null) return []
  let found = known.get(document)
  if (found === undefined) known.set(document, (found = referencesOf(document)))
  return found
}

/**
 * The keys of the flags that may answer otherwise after some changes: the changed ones, and whatever leads to a changed
 * flag or segment through prerequisites and segments, before or after. Sorted.
 */
export const dependentsOf = (changes: Changes, before: Datafile, after: Datafile): string[] => {
  const users = new Map<string, Subject[]>()
  for (const { flags, segments } of [before, after]) {
    const note = (kind: Subject['kind'], documents: typeof flags | typeof segments) => {
      for (const [key, document] of Object.entries(documents)) {
        for (const used of references(document)) {
          const id = idOf(used)
          const others = users.get(id)
          if (others === undefined) users.set(id, [{ kind, key }])
          else others.push({ kind, key })
        }
      }
    }
    note('flag', flags)
    note('segment', segments)
  }
  const met = new Map<string, Subject>()
  const pending: Subject[] = [
    ...Object.keys(changes.flags).map((key): Subject => ({ kind: 'flag', key })),
    ...Object.keys(changes.segments).map((key): Subject => ({ kind: 'segment', key })),
  ]
  for (let subject = pending.pop(); subject !== undefined; subject = pending.pop()) {
    if (met.has(idOf(subject))) continue
    met.set(idOf(subject), subject)
    pending.push(...(users.get(idOf(subject)) ?? []))
  }
  return [...met.values()]
    .filter(({ kind }) => kind === 'flag')
    .map(({ key }) => key)
    .sort()
}

const idOf = ({ kind, key }: Subject): string => `${kind} ${key}`
