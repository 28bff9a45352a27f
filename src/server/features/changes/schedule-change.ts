import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Change, ScheduleChangeInput } from '../../../shared/features/changes/schemas/change.ts'
import { limits } from '../../../shared/limits.ts'
import { nameOf, personIdOf } from '../../platform/kernel/actor.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { insertSchedule } from '../schedules/queries.ts'
import { checkChangeInvariants } from './check-change-invariants.ts'
import { updateChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { auditAct, transition } from './transition.ts'

/**
 * Schedules an approved change for a time. Stores the time zone, to display the time as the user entered it. Throws
 * `promise/broken` if it would break a promise at that time.
 */
export async function scheduleChange(ctx: ProjectCtx, input: ScheduleChangeInput): Promise<Change> {
  await transition(ctx, input, 'schedule', async (tx, change) => {
    const { id } = change.row
    const [now, dueAt] = [tx.now(), new Date(input.at)]
    checkTime(now, dueAt)
    checkZone(input.zone)
    await checkChangeInvariants(tx, change.merged, dueAt)
    const running = { endedAt: null, endedAs: null }
    const [madeBy, personId] = [nameOf(tx.actor), personIdOf(tx.actor)]
    await insertSchedule(tx.db, {
      id: tx.newId(),
      changeId: id,
      dueAt,
      zone: input.zone,
      madeAt: now,
      madeBy,
      personId,
      tokenId: tx.actor.kind === 'token' && personId === null ? tx.actor.id : null,
      ...running,
    })
    await updateChange(tx.db, id, { state: 'scheduled', updatedAt: now })
    await auditAct(tx, change, 'schedule', { state: 'scheduled', at: input.at, zone: input.zone })
  })
  return readChange(ctx, input)
}

function checkTime(now: Date, at: Date): void {
  const [first, last] = [limits.scheduleMinMs, limits.scheduleMaxMs].map((ms) => new Date(now.getTime() + ms))
  if (first && last && at >= first && at <= last) return
  const expected = `an instant from ${first?.toISOString()} (a minute ahead) to ${last?.toISOString()} (a year ahead)`
  throw new FanionError('request/invalid', {
    problems: [{ path: 'at', problem: `it is ${at.toISOString()}`, expected }],
  })
}

function checkZone(zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    const problem = {
      path: 'zone',
      problem: `"${zone}" isn’t a known time zone`,
      expected: 'an IANA name such as Europe/Vienna',
    }
    throw new FanionError('request/invalid', { problems: [problem] })
  }
}
