import { type DocumentChange, digestAfter, digestOf } from '../../../shared/datafile/digest.ts'
import { referencesOf } from '../../../shared/datafile/references.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Entry } from '../../../shared/schemas/revision.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Tx } from '../../db/pool.ts'
import type { ProvenEnvironment } from '../../kernel/scope.ts'
import { deleteHeads, findDigest, headsOf, upsertHeads } from './queries.ts'
import { replaceReferences } from './reference-queries.ts'

type Documents = ReadonlyMap<string, FlagDocument | SegmentDocument>

/** The documents the entries are about, as they stand before them, by `kind/key`. */
export async function documentsBefore(
  tx: Tx,
  environment: ProvenEnvironment,
  entries: readonly Entry[],
): Promise<Documents> {
  const rows = await headsOf(tx, environment, entries)
  return new Map(rows.map((row) => [`${row.kind}/${row.key}`, row.document]))
}

/** The digest of the environment once the entries are in, from the digest of revision `head`. */
export async function digestWith(
  tx: Tx,
  environment: ProvenEnvironment,
  head: number,
  before: Documents,
  entries: readonly Entry[],
): Promise<string> {
  const digest = (await findDigest(tx, environment, head)) ?? digestOf({}, {})
  const changes = entries.map(
    ({ kind, key, document }) =>
      // the kind of a key's document never changes, so both sides are of the entry's kind
      ({ kind, key, before: before.get(`${kind}/${key}`) ?? null, after: document }) as DocumentChange,
  )
  return digestAfter(digest, changes)
}

/** Moves the heads on: what the entries hold replaces what was there, and a null document takes it away. */
export async function foldIntoHeads(tx: Tx, environment: ProvenEnvironment, number: number, entries: readonly Entry[]) {
  const present = entries.flatMap(({ kind, key, document }) => (document === null ? [] : [{ kind, key, document }]))
  await deleteHeads(
    tx,
    environment,
    entries.filter((entry) => entry.document === null),
  )
  await upsertHeads(tx, environment, number, present)
  const references = present.flatMap(({ kind, key, document }) =>
    referencesOf(document).map((to) => ({ from: { kind, key }, to })),
  )
  await replaceReferences(tx, environment, present, references)
}
