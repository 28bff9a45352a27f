import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'

/** Approvals that the change which started a ramp has in the ramp's environment. Null if an admin bypassed them. */
export async function approvalsOfPlan(
  db: Db,
  { changeId, change, environmentId }: { changeId: string; change: number; environmentId: string },
): Promise<number | null> {
  const environment = sql<string>`${environmentId}::uuid`
  const { isWaived, count } = await db
    .selectNoFrom([
      waived(sql`${change}::integer`, environment).as('isWaived'),
      given(sql`${changeId}::uuid`, environment).as('count'),
    ])
    .executeTakeFirstOrThrow()
  return isWaived ? null : count
}

/**
 * Whether a ramp lacks required approvals, as a SQL condition for a query over `ramp`, its `change` and its
 * `environment`.
 */
export const lacksRampApprovals: RawBuilder<boolean> = sql`environment.required_approvals > 0
  and ${given(sql.ref('change.id'), sql.ref('environment.id'))} < environment.required_approvals
  and not ${waived(sql.ref('change.number'), sql.ref('environment.id'))}`

/** Counts reviewers by id, or by name if their account no longer exists. */
function given(changeId: RawBuilder<string>, environmentId: RawBuilder<string>): RawBuilder<number> {
  return sql`(
    select count(distinct coalesce(review.reviewer_id::text, review.reviewer_name))::integer from review
    where review.change_id = ${changeId} and review.verdict = 'approve' and review.void_since is null
      and review.results ->> ${environmentId}::text is not null
  )`
}

/** Whether the change that started the ramp bypassed the approvals. */
function waived(change: RawBuilder<number>, environmentId: RawBuilder<string>): RawBuilder<boolean> {
  return sql`coalesce((
    select revision.mark = 'bypassed' from revision
    where revision.environment_id = ${environmentId} and revision.change_number = ${change}
    order by revision.number limit 1
  ), false)`
}
