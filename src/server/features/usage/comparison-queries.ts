import { sql } from 'kysely'
import type { ComparisonCounts } from '../../../shared/features/usage/schemas/comparison.ts'
import type { SampledContext } from '../../../shared/features/usage/schemas/telemetry.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'

/** Adds to the counts of an hour. Ignores a deleted environment. */
export const addComparisons = async (
  db: Db,
  environmentId: string,
  hour: Date,
  counts: readonly (readonly [flag: string, ComparisonCounts])[],
): Promise<void> => {
  // rows are always locked in the same order, so that two reports cannot deadlock
  const sorted = counts.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const column = (name: keyof ComparisonCounts) => sorted.map(([, one]) => one[name])
  await sql`
    insert into comparison (environment_id, hour, flag, same, different, errors, defaults)
    select environment.id, ${hour}, row.* from environment, unnest(
      ${sorted.map(([flag]) => flag)}::text[], ${column('same')}::bigint[], ${column('different')}::bigint[],
      ${column('errors')}::bigint[], ${column('defaults')}::bigint[]
    ) as row where environment.id = ${environmentId}
    on conflict (environment_id, hour, flag) do update set
      same = comparison.same + excluded.same,
      different = comparison.different + excluded.different,
      errors = comparison.errors + excluded.errors,
      defaults = comparison.defaults + excluded.defaults`.execute(db)
}

export type StoredExample = {
  readonly flag: string
  readonly source: string
  readonly answers: readonly [theirs: Json, ours: Json]
  readonly context: SampledContext | null
  readonly unit: string | null
}

/** Stores examples. Keeps the newest ones of each flag, up to a maximum. */
export const insertExamples = async (
  db: Db,
  environmentId: string,
  examples: readonly StoredExample[],
  seenAt: Date,
  most: number,
): Promise<void> => {
  const rows = [...new Set(examples.map((example) => JSON.stringify(example)))].sort()
  await sql`
    insert into comparison_example (environment_id, flag, digest, source, answers, context, unit, seen_at)
    select environment.id, row ->> 'flag', md5(text), row ->> 'source', row -> 'answers',
      case when json_typeof(row -> 'context') = 'null' then null else row -> 'context' end,
      (row ->> 'unit')::uuid, ${seenAt}
    from environment, unnest(${rows}::text[]) as text, lateral (select text::json as row) as parsed
    where environment.id = ${environmentId} order by row ->> 'flag', md5(text)
    on conflict (environment_id, flag, digest) do update set seen_at = excluded.seen_at`.execute(db)
  const flags = [...new Set(examples.map(({ flag }) => flag))]
  await sql`
    delete from comparison_example using (
      select flag as of, digest as one,
        row_number() over (partition by flag order by seen_at desc, digest) as place
      from comparison_example where environment_id = ${environmentId} and flag = any(${flags})
    ) as placed
    where environment_id = ${environmentId} and flag = of and digest = one and place > ${most}`.execute(db)
}

export const forgetComparisons = async (db: Db, environmentId: string, before: Date): Promise<void> => {
  await db.deleteFrom('comparison').where('environmentId', '=', environmentId).where('hour', '<', before).execute()
  await db
    .deleteFrom('comparisonExample')
    .where('environmentId', '=', environmentId)
    .where('seenAt', '<', before)
    .execute()
}

/** Sums since a time by flag, those with the most differences first. */
export const comparisonsOf = async (db: Db, environment: ProvenEnvironment, since: Date, most: number) =>
  db
    .selectFrom('comparison')
    .select(({ fn }) => [
      'flag',
      fn.sum<string>('same').as('same'),
      fn.sum<string>('different').as('different'),
      fn.sum<string>('errors').as('errors'),
      fn.sum<string>('defaults').as('defaults'),
      fn.max('hour').as('lastAt'),
    ])
    .where('environmentId', '=', environment.id)
    .where('hour', '>=', since)
    .groupBy('flag')
    .orderBy('different', 'desc')
    .orderBy('errors', 'desc')
    .orderBy('defaults', 'desc')
    .orderBy('flag')
    .limit(most)
    .execute()

/** Contexts with different values in the two systems, newest first. */
export const examplesOf = (db: Db, environment: ProvenEnvironment, flag: string, since: Date) =>
  db
    .selectFrom('comparisonExample')
    .select(['source', 'answers', 'context', 'unit', 'seenAt'])
    .where('environmentId', '=', environment.id)
    .where('flag', '=', flag)
    .where('seenAt', '>=', since)
    .orderBy('seenAt', 'desc')
    .orderBy('digest')
    .execute()
