import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { RampRow } from './queries.ts'

/**
 * How many people approved the plan of a ramp that has begun, in its environment; null where an admin waived that.
 */
export async function approvalsOfPlan(
  db: Db,
  { changeId, change, environmentId }: Pick<RampRow, 'changeId' | 'change' | 'environmentId'>,
): Promise<number | null> {
  const began = await db
    .selectFrom('revision')
    .select('mark')
    .where('environmentId', '=', environmentId)
    .where('changeNumber', '=', change)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  if (began?.mark === 'bypassed') return null
  const given = await db
    .selectFrom('review')
    // by name where they are gone by now
    .select((eb) => sql<string>`coalesce(${eb.ref('reviewerId')}::text, ${eb.ref('reviewerName')})`.as('who'))
    .distinct()
    .where('changeId', '=', changeId)
    .where('verdict', '=', 'approve')
    .where('voidSince', 'is', null)
    .where(sql<boolean>`results ->> ${environmentId} is not null`)
    .execute()
  return given.length
}
