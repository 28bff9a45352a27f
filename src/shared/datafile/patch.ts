import type { Datafile, DatafilePatch } from '../schemas/datafile.ts'
import { type DocumentChange, digestAfter } from './digest.ts'
import { changedDocuments } from './lazy-documents.ts'

type Documents<T> = Readonly<Record<string, T>>

const own = <T>(documents: Documents<T>, key: string): T | null =>
  Object.hasOwn(documents, key) ? (documents[key] ?? null) : null

function* changesOf(datafile: Datafile, patch: DatafilePatch): Generator<DocumentChange> {
  for (const [key, after] of Object.entries(patch.flags)) {
    yield { kind: 'flag', key, before: own(datafile.flags, key), after }
  }
  for (const [key, after] of Object.entries(patch.segments)) {
    yield { kind: 'segment', key, before: own(datafile.segments, key), after }
  }
}

/**
 * Whether the patch applies: it starts from this revision, and results in the digest it states. Reads only the changed
 * documents. If not, fetch the whole datafile.
 */
const patchFits = (datafile: Datafile, patch: DatafilePatch): boolean =>
  patch.from === datafile.revision && digestAfter(datafile.digest, changesOf(datafile, patch)) === patch.digest

/**
 * Applies a patch, or returns null if it does not fit. Nothing is changed in place; documents that the patch does not
 * name stay the same objects.
 */
export const patchDatafile = (datafile: Datafile, patch: DatafilePatch): Datafile | null => {
  if (!patchFits(datafile, patch)) return null
  const { signature: _, ...rest } = datafile
  return {
    ...rest,
    ...(patch.signature === undefined ? {} : { signature: patch.signature }),
    revision: patch.to,
    publishedAt: patch.publishedAt,
    digest: patch.digest,
    flags: changedDocuments(datafile.flags, patch.flags),
    segments: changedDocuments(datafile.segments, patch.segments),
  }
}
