import { sql } from 'kysely'
import { referencesOf } from '../../../shared/datafile/references.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { AttributeType } from '../../../shared/features/attributes/schemas/attribute.ts'
import type { InvariantViolation } from '../../../shared/features/promises/schemas/promise.ts'
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
import { type Subject, subjectsTable } from './subject-queries.ts'

type SubjectDocument = Subject & { document: FlagDocument | SegmentDocument | null }

/** The data for checking a publish, read in one snapshot. */
export type PublishContext = {
  state: EnvironmentState
  promised: boolean
  /** The entries' subjects, their dependents, and all dependencies of these and of the new documents. */
  places: readonly SubjectDocument[]
  /** The project's rows of the entries' flags and segments. */
  flags: readonly { key: string; type: FlagDocument['type']; schema: Json; archived: boolean }[]
  segments: readonly { key: string; archived: boolean }[]
  /** The environment's runs that have not ended. */
  runs: readonly { number: number; flag: string; state: 'proposed' | 'open'; kind: 'ramp' | 'experiment' }[]
  /** Types of the project's declared attributes, by path. */
  attributes: Readonly<Record<string, AttributeType>>
}

/**
 * Reads the data for checking entries: their neighborhood instead of the whole environment. Throws
 * `environment/not-found` if it was deleted.
 */
export const publishContextOf = async (
  db: Db,
  environment: ProvenEnvironment,
  entries: readonly Entry[],
): Promise<PublishContext> => {
  const named = entries.flatMap(({ document }) => (document === null ? [] : referencesOf(document)))
  // "lower", because the key index is on it
  const { rows } = await sql<PublishContext>`
    with recursive subject(kind, key) as (select * from ${subjectsTable(entries)}),
    place(kind, key) as (
      select kind, key from subject
      union select * from ${subjectsTable(named)}
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

/** A checked revision that is ready to be appended. */
export type RevisionDraft = {
  /** Its number and time are assigned under the lock. `digest` is the change of the environment's digest. */
  revision: Omit<RevisionTable, 'number'>
  entries: readonly Entry[]
  /** Its audit event. The number is added to the subject when it is appended. */
  event: ReturnType<typeof eventColumns>
  /** The environment's state when the entries were checked, and the subjects that must not have changed since. */
  seen: EnvironmentState
  watched: readonly Subject[]
  /** The entries' subjects with all their dependents. If they have new dependents by now, the checks are outdated. */
  above: readonly Subject[]
  /** The promises it knowingly breaks. */
  breaches: readonly InvariantViolation[]
}

type Appended = Pick<RevisionTable, 'number' | 'publishedAt'>

/**
 * Locks the environment, inserts the revision with its entries, updates heads and references, appends the event and
 * wakes all servers' log tails, in one statement. Returns undefined and writes nothing if the environment's settings or
 * a watched subject have changed, or if an entry's subject has a new dependent.
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
