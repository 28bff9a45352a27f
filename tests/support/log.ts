import fc from 'fast-check'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { referencesOf } from '../../src/shared/datafile/references.ts'
import type { Entry } from '../../src/shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'
import { aFlag, aSegment, where } from './builders.ts'

type Documents = Record<string, FlagDocument | SegmentDocument>

/** The stored data of an environment, with both sides of every invariant. */
export type Stored = {
  headNumber: number
  numbers: number[]
  digest: string | undefined
  heads: Documents
  /** The result of replaying the log's entries, which the heads must equal. */
  fold: Documents
  references: string[]
  /** References in the heads' documents, which the stored references must equal. */
  named: string[]
  /** Subjects of the `revision.publish` events, in order. */
  events: string[]
}

/** Reads an environment's whole log and everything derived from it. `until` is the last revision to replay. */
export async function readStored(db: Db, environmentId: string, until = 2 ** 31 - 1): Promise<Stored> {
  const { headNumber } = await db
    .selectFrom('environment')
    .select('headNumber')
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  const inEnvironment = { environmentId }
  const revisions = await db
    .selectFrom('revision')
    .select(['number', 'digest'])
    .where('environmentId', '=', inEnvironment.environmentId)
    .orderBy('number')
    .execute()
  const entries = await db
    .selectFrom('entry')
    .select(['kind', 'key', 'document'])
    .where('environmentId', '=', environmentId)
    .where('number', '<=', until)
    .orderBy('number')
    .execute()
  const rows = await db
    .selectFrom('head')
    .select(['kind', 'key', 'document'])
    .where('environmentId', '=', environmentId)
    .execute()
  const references = await db
    .selectFrom('reference')
    .select(['kind', 'key', 'toKind', 'toKey'])
    .where('environmentId', '=', environmentId)
    .execute()
  const events = await db
    .selectFrom('event')
    .select('subject')
    .where('environmentId', '=', environmentId)
    .where('action', '=', 'revision.publish')
    .orderBy('sequence')
    .execute()
  const fold: Documents = {}
  for (const { kind, key, document } of entries) {
    if (document === null) delete fold[`${kind}/${key}`]
    else fold[`${kind}/${key}`] = document
  }
  return {
    headNumber,
    numbers: revisions.map((revision) => revision.number),
    digest: revisions.at(-1)?.digest,
    heads: Object.fromEntries(rows.map((row) => [`${row.kind}/${row.key}`, row.document])),
    fold,
    references: references.map((one) => `${one.kind}/${one.key} → ${one.toKind}/${one.toKey}`).sort(),
    named: rows
      .flatMap((row) => referencesOf(row.document).map((to) => `${row.kind}/${row.key} → ${to.kind}/${to.key}`))
      .sort(),
    events: events.map((event) => event.subject),
  }
}

/** The heads of one kind, by key. */
export const ofKind = <T extends FlagDocument | SegmentDocument>(heads: Documents, kind: 'flag' | 'segment') =>
  Object.fromEntries(
    Object.entries(heads)
      .filter(([name]) => name.startsWith(`${kind}/`))
      // Safe cast: the name has the document's kind.
      .map(([name, document]) => [name.slice(kind.length + 1), document as T]),
  )

/**
 * Entries about boolean flags and segments with these keys, valid and invalid: they may reference missing subjects,
 * form cycles, or delete what others need.
 */
export const someEntries = (flags: string[], segments: string[]): fc.Arbitrary<Entry[]> => {
  const aRule = fc.oneof(
    fc.constantFrom(...segments).map((segment) => ({ segment })),
    fc.constantFrom(...flags).map((flag) => ({ flag, variants: ['on'] })),
    fc.constantFrom('DE', 'NO').map((country) => where('country', 'is', country)),
  )
  const flagEntry = fc
    .record({
      key: fc.constantFrom(...flags),
      on: fc.boolean(),
      rules: fc.array(aRule, { maxLength: 2 }),
      requires: fc.option(fc.constantFrom(...flags), { freq: 5 }),
      removed: fc.nat(3).map((die) => die === 0),
    })
    .map(({ key, on, rules, requires, removed }): Entry => {
      const flag = rules.reduce((so, when) => so.rule(when, 'on'), aFlag(key).with({ on }))
      return { kind: 'flag', key, document: removed ? null : { ...(requires ? flag.requiring(requires, 'on') : flag) } }
    })
  const segmentEntry = fc
    .record({
      key: fc.constantFrom(...segments),
      inner: fc.option(fc.constantFrom(...segments), { freq: 3 }),
      included: fc.subarray(['ada', 'bob', 'eve']),
      removed: fc.nat(3).map((die) => die === 0),
    })
    .map(({ key, inner, included, removed }): Entry => {
      const document = aSegment(key, { included, when: inner === null ? null : { segment: inner } })
      return { kind: 'segment', key, document: removed ? null : document }
    })
  return fc.uniqueArray(fc.oneof({ weight: 2, arbitrary: flagEntry }, segmentEntry), {
    minLength: 1,
    maxLength: 4,
    selector: (entry) => `${entry.kind}/${entry.key}`,
  })
}
