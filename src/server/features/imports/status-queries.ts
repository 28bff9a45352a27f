import { sql } from 'kysely'
import type { ItemStatus, Verdict } from '../../../shared/features/imports/schemas/import.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

type Subject = { kind: 'flag' | 'segment'; key: string }
export type ItemWithStatus = Subject & { position: number; verdict: Verdict; status: ItemStatus }

type ItemStatusQuery = {
  project: ProvenProject
  source: string
  run: string
  /** From their keys to ours, for existing environments. */
  mapping: Readonly<Record<string, string>>
  /** Their keys of environments that will be created. Existing subjects cannot be unchanged there. */
  fresh: readonly string[]
}

/**
 * Compares each item of a run with the project's current state, in order of position. Looks up each item by key, so
 * that the cost stays proportional to the number of items: the planner has no statistics for just filled tables.
 */
export const statusesOf = async (db: Db, asked: ItemStatusQuery): Promise<ItemWithStatus[]> => {
  const { project, source, run, mapping, fresh } = asked
  const { rows } = await sql<ItemWithStatus>`
    with mapped as materialized (
      select named.theirs, environment.id as environment_id
      from json_each_text(${JSON.stringify(mapping)}::json) as named(theirs, ours)
      join environment on environment.project_id = ${project.id} and environment.key = named.ours
    ),
    ours as materialized (
      select change_number from import_run where source_id = ${source} and change_number is not null
    )
    select item.position, item.kind, item.key, item.verdict,
      case
        when not known.there then 'new'
        when coalesce(looked.same, false) and not exists (
          select from unnest(${[...fresh]}::text[]) as new(theirs) where item.documents -> new.theirs is not null
        ) then 'same'
        when not known.of_source then 'clash'
        when coalesce(looked.untouched, true) then 'update'
        else 'taken-over'
      end as status
    from import_item item
    cross join lateral (select (
      item.kind = 'flag' and exists (
        select from flag where flag.project_id = ${project.id} and lower(flag.key) = lower(item.key)
      ) or item.kind = 'segment' and exists (
        select from segment where segment.project_id = ${project.id} and lower(segment.key) = lower(item.key)
      )) as there,
      exists (
        select from import_subject subject
        where subject.source_id = ${source} and subject.kind = item.kind and subject.key = item.key
      ) as of_source) as known
    left join lateral (
      select
        bool_and(head.document is not null and head.document::jsonb = (item.documents -> mapped.theirs)::jsonb) as same,
        bool_and(
          coalesce(head.number, 0) = coalesce(written.number, 0)
          or revision.change_number in (select change_number from ours)
        ) as untouched
      from mapped
      left join head
        on head.environment_id = mapped.environment_id and head.kind = item.kind and head.key = item.key
      left join revision on revision.environment_id = head.environment_id and revision.number = head.number
      left join import_written written on written.source_id = ${source}
        and written.environment_id = mapped.environment_id and written.kind = item.kind and written.key = item.key
      where item.documents -> mapped.theirs is not null
    ) as looked on known.there
    where item.run_id = ${run}
    order by item.position`.execute(db)
  return rows
}
