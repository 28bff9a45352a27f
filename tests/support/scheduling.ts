import { applyDueChanges } from '../../src/server/features/changes/apply-due-changes.ts'
import { approveChange } from '../../src/server/features/changes/approve-change.ts'
import { readChange } from '../../src/server/features/changes/read-change.ts'
import { requestReview } from '../../src/server/features/changes/request-review.ts'
import { scheduleChange } from '../../src/server/features/changes/schedule-change.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import type { ProjectCtx } from '../../src/server/platform/kernel/ctx.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { aChange, aServedFlag, aTeam, inAnHour, type Team } from './team.ts'

export const hour = 3_600_000

/** A team whose protected production requires one approval, and a clock that the test advances. */
export async function aSchedulingTeam(db: Db) {
  let clock = Date.parse('2026-11-20T08:00:00Z')
  const now = () => new Date(clock)
  const team = await aTeam(db, 1, now)
  const soon = () => ({ at: inAnHour(now()), zone: 'Europe/Vienna' })

  const wait = (ms = hour) => {
    clock += ms
  }
  /** Advances the clock and applies due changes. */
  const pass = async (ms = hour, by: Team = team) => {
    wait(ms)
    await applyDueChanges(by.system)
  }
  /** An approved and scheduled change, by default scheduled by the publisher in an hour. */
  const scheduled = async (
    edit: (flag: FlagDocument) => FlagDocument,
    { by = team, as = by.publisher, at = soon().at }: { by?: Team; as?: ProjectCtx; at?: string } = {},
  ) => {
    const flag = await aServedFlag(by)
    const { number: change, version } = await aChange(by.editor, flag, edit)
    await requestReview(by.editor, { change })
    await approveChange(by.publisher, { project: by.key, change, version, body: '' })
    await scheduleChange(as, { project: by.key, change, ...soon(), at })
    return { flag, change }
  }
  const stateOf = async (change: number, by: Team = team) => (await readChange(by.ada, { change })).state
  return { team, now, soon, wait, pass, scheduled, stateOf }
}
