import { sql } from 'kysely'
import { referencesOf } from '../../../shared/datafile/references.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { AttributeType } from '../../../shared/features/attributes/schemas/attribute.ts'
import type { Breach } from '../../../shared/features/promises/schemas/promise.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Db } from '../../platform/db/pool.ts'
import { recordOf } from '../../platform/db/record.ts'
import type { RevisionTable } from '../../platform/db/schema.ts'
import type { eventColumns } from '../../platform/kernel/audit.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import type { EnvironmentState } from './queries.ts'
import { listed, type Subject } from './subject-queries.ts'

type Place = Subject & { document: FlagDocument | SegmentDocument | null }

/** What a publication is checked against, all of one instant. */
export type PublishContext = {
  state: EnvironmentState
  /** Whether the project has promises at all. */
  promised: boolean
  /** The subjects of the entries, what names them, and all that any of these or the new documents lead to. */
  places: readonly Place[]
  /** The project's rows of the flags and segments that the entries are about. */
  flags: readonly { key: string; type: FlagDocument['type']; schema: Json; archived: boolean }[]
  segments: readonly { key: string; archived: boolean }[]
  /** The runs of the environment that have not ended. */
  runs: readonly { number: number; flag: string; state: 'proposed' | 'open'; kind: 'ramp' | 'experiment' }[]
  /** The types of the attributes that the project declares, by their paths. */
  attributes: Readonly<Record<string, AttributeType>>
}

/** Reads the context of entries: their neighbourhood, not the environment. `environment/not-found` where it is gone. */
export const publishContextOf = async (
  db: Db,
  environment: ProvenEnvironment,
  entries: readonly Entry[],
): Promise<PublishContext> => {
  const named = entries.flatMap(({ document }) => (document === null ? [] : referencesOf(document)))
  // "lower", because that is what the index of keys is on
  const { rows } = await sql<PublishContext>`
    with recursive subject(kind, key) as (select * from ${listed(entries)}),
    place(kind, key) as (
      select kind, key from subject
      union select * from ${listed(named)}
      union select reference.kind, reference.key from subject join reference
        on environment_id = ${environment.id} and to_kind = subject.kind and to_key = subject.key
      union
      select to_kind, to_key from place join reference
        on environment_id = ${environment.id} and reference.kind = place.kind and reference.key = place.key
    )
    select
      json_build_object('headNumber', head_number, 'protected', protected, 'requiredApprovals', required_approvals,
        'promisesVersion', promises_version) as state,
      exists (select from promise where promise.project_id = environment.project_id) as promised,
      (select json_agg(json_build_object('kind', place.kind, 'key', place.key, 'document', document))
        from place left join head
        on environment_id = ${environment.id} and head.kind = place.kind and head.key = place.key) as places,
      (select coalesce(json_agg(json_build_object(
          'key', flag.key, 'type', type, 'schema', schema, 'archived', archived_at is not null)), '[]')
        from subject join flag on project_id = ${environment.projectId} and lower(flag.key) = lower(subject.key)
        where kind = 'flag' and flag.key = subject.key) as flags,
      (select coalesce(json_agg(json_build_object('key', segment.key, 'archived', archived_at is not null)), '[]')
        from subject join segment on project_id = ${environment.projectId} and lower(segment.key) = lower(subject.key)
        where kind = 'segment' and segment.key = subject.key) as segments,
      (select coalesce(json_agg(json_build_object('number', number, 'flag', flag, 'state', run.state, 'kind', run.kind)), '[]') from run
        where run.environment_id = ${environment.id} and run.state <> 'ended') as runs,
      (select coalesce(json_object_agg(name, type), '{}') from attribute
        where project_id = ${environment.projectId}) as attributes
    from environment where environment.id = ${environment.id}`.execute(db)
  const [row] = rows
  if (!row) throw new FanionError('environment/not-found')
  return row
}

/** A revision that is ready to go in. */
export type RevisionDraft = {
  /** Its number, and the log's time, are given under the lock. `digest` is what the entries do to the environment's. */
  revision: Omit<RevisionTable, 'number'>
  entries: readonly Entry[]
  /** Its event; the number is added to the subject. */
  event: ReturnType<typeof eventColumns>
  /** What was there when the entries were checked, and the subjects that must not have moved since. */
  seen: EnvironmentState
  watched: readonly Subject[]
  /** All that leads to a subject of the entries, which nothing may have come to name since. */
  above: readonly Subject[]
  /** What it breaks knowingly. */
  breaches: readonly Breach[]
}

type Appended = Pick<RevisionTable, 'number' | 'publishedAt'>

/**
 * Locks the environment, inserts the revision with its entries, moves heads and references on, appends the event and
 * wakes every server's log tail, in one statement. Undefined, and nothing is written, where the environment asks for
 * something else by now, a watched subject moved, or something came to name a subject of the entries.
 */
export const appendRevision = async (db: Db, draft: RevisionDraft): Promise<Appended | undefined> => {
  const { revision, event, entries, seen, watched, above, breaches } = draft
  const text = entries.map(({ document }) => (document === null ? null : JSON.stringify(document)))
  const references = entries.flatMap(({ kind, key, document }) =>
    document === null ? [] : referencesOf(document).map((to) => ({ from: { kind, key }, to })),
  )
  const { rows } = await sql<Appended>`
    select number, published_at from append_revision(
      made => json_populate_record(null::revision, ${recordOf(revision)}),
      told => json_populate_record(null::event, ${recordOf(event)}),
      seen => json_populate_record(null::environment, ${recordOf(seen)}),
      watched_kinds => ${watched.map(({ kind }) => kind)},
      watched_keys => ${watched.map(({ key }) => key)},
      kinds => ${entries.map(({ kind }) => kind)},
      keys => ${entries.map(({ key }) => key)},
      documents => ${text},
      from_kinds => ${references.map(({ from }) => from.kind)},
      from_keys => ${references.map(({ from }) => from.key)},
      to_kinds => ${references.map(({ to }) => to.kind)},
      to_keys => ${references.map(({ to }) => to.key)},
      above_kinds => ${above.map(({ kind }) => kind)},
      above_keys => ${above.map(({ key }) => key)},
      breaches => ${breaches.length === 0 ? null : JSON.stringify(breaches)}::json
    )`.execute(db)
  return rows[0]
}
