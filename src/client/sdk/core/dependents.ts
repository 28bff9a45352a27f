import { entriesOf, LazyDocument } from '../../../shared/datafile/lazy-documents.ts'
import { referencesOf, type Subject } from '../../../shared/datafile/references.ts'
import type { Datafile, DatafilePatch } from '../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'

type Changes = Pick<DatafilePatch, 'flags' | 'segments'>

const known = new WeakMap<object, readonly Subject[]>()

/**
 * Returns the references of a document, computed once: documents are immutable, and a patch keeps those it does not
 * name. Documents may be malformed. One that was never evaluated is parsed only if its text may contain a reference.
 */
const references = (entry: unknown): readonly Subject[] => {
  if (typeof entry !== 'object' || entry === null) return []
  let found = known.get(entry)
  if (found === undefined) known.set(entry, (found = entry instanceof LazyDocument ? named(entry) : of(entry)))
  return found
}

const named = (late: LazyDocument): readonly Subject[] =>
  late.text === null || /\\|"flag"|"segment"/.test(late.text) ? of(late.document) : []

// `referencesOf` accepts malformed documents.
const of = (document: unknown) => referencesOf(document as FlagDocument)

/**
 * Returns the sorted keys of the flags whose values may change: the changed flags, and all flags that depend on a
 * changed flag or segment, before or after the change.
 */
export const dependentsOf = (changes: Changes, before: Datafile, after: Datafile): string[] => {
  const users = new Map<string, Subject[]>()
  for (const { flags, segments } of [before, after]) {
    const note = (kind: Subject['kind'], documents: typeof flags | typeof segments) => {
      for (const [key, entry] of entriesOf(documents)) {
        for (const used of references(entry)) {
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
