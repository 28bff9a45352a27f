import { referencesOf } from '../../datafile/references.ts'
import type { Imported } from './imported.ts'

/** Flags and segments that are left out, by `kind/key` in Fanion, and all their dependents. */
export const blockedIn = ({ flags, segments, findings, keys }: Imported): ReadonlySet<string> => {
  const users = new Map<string, string[]>()
  for (const [kind, documents] of [
    ['flag', flags],
    ['segment', segments],
  ] as const) {
    for (const [key, document] of Object.entries(documents)) {
      for (const to of referencesOf(document)) {
        const place = `${to.kind}/${to.key}`
        users.set(place, [...(users.get(place) ?? []), `${kind}/${key}`])
      }
    }
  }
  const subjects = new Set(findings.flatMap(({ severity, subject }) => (severity === 'block' ? [subject] : [])))
  const placesOf = (kind: 'flag' | 'segment') =>
    [...keys[`${kind}s`]].flatMap(([theirs, ours]) => (subjects.has(`${kind} ${theirs}`) ? [`${kind}/${ours}`] : []))
  const found = new Set([...placesOf('flag'), ...placesOf('segment')])
  // The set grows during iteration, and a `Set` iterator also visits new elements.
  for (const place of found) for (const user of users.get(place) ?? []) found.add(user)
  return found
}
