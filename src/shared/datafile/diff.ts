import type { Datafile, DatafilePatch } from '../schemas/datafile.ts'
import { canonicalJson } from './canonical-json.ts'
import { entryOf, LazyDocument } from './lazy-documents.ts'

/** Whether two documents are known to be equal without parsing them. */
const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (a instanceof LazyDocument && b instanceof LazyDocument && a.text !== null && a.text === b.text)

/** Returns the differences: documents of `b` that are new or changed, and null for those that only `a` has. */
const changed = <T>(a: Readonly<Record<string, T>>, b: Readonly<Record<string, T>>): Record<string, T | null> => {
  const changes: Record<string, T | null> = {}
  for (const key of Object.keys(a)) if (!Object.hasOwn(b, key)) changes[key] = null
  for (const key of Object.keys(b)) {
    if (Object.hasOwn(a, key) && isSame(entryOf(a, key), entryOf(b, key))) continue
    const [before, after] = [Object.hasOwn(a, key) ? a[key] : undefined, b[key]]
    // Safe cast: the key is in `b`.
    if (before === undefined || canonicalJson(before) !== canonicalJson(after)) changes[key] = after as T
  }
  return changes
}

/**
 * Returns the patch from `a` to `b`, two revisions of the same environment, in either direction. Documents that are the
 * same object in both count as equal without being parsed, so the cost depends on what changed.
 */
export const diffDatafile = (a: Datafile, b: Datafile): DatafilePatch => ({
  from: a.revision,
  to: b.revision,
  publishedAt: b.publishedAt,
  digest: b.digest,
  flags: changed(a.flags, b.flags),
  segments: changed(a.segments, b.segments),
})
