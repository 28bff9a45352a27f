import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aSchedulingTeam } from '../../../../tests/support/scheduling.ts'
import { aChangeIn, inAnHour, servesOff } from '../../../../tests/support/team.ts'
import { limits } from '../../../shared/limits.ts'
import { applyApproved } from './publish-change.ts'
import { readChange } from './read-change.ts'
import { scheduleChange } from './schedule-change.ts'
import { unscheduleChange } from './unschedule-change.ts'

describe('the schedule of a change', async () => {
  const { db } = await testDatabase(12)
  const { team, now, soon, pass, scheduled, stateOf } = await aSchedulingTeam(db)

  it('keeps the instant and the zone that the person meant', async () => {
    const { change } = await scheduled(servesOff)
    const { schedule: kept } = await readChange(team.ada, { change })
    expect(kept).toMatchObject({ ...soon(), madeBy: 'Pia' })
    await unscheduleChange(team.publisher, { change })
  })

  it.each([
    ['sooner than in a minute', limits.scheduleMinMs - 1],
    ['later than in a year', limits.scheduleMaxMs + 1],
  ])('is refused a time %s', async (_, aheadMs) => {
    const { change } = await aChangeIn(team, 'approved')
    const at = new Date(now().getTime() + aheadMs).toISOString()
    await expect(scheduleChange(team.publisher, { project: team.key, change, at, zone: 'UTC' })).rejects.toMatchObject({
      code: 'request/invalid',
      details: { problems: [{ path: 'at' }] },
    })
  })

  it.each([
    ['in a minute', limits.scheduleMinMs],
    ['in a year', limits.scheduleMaxMs],
  ])('is given a time %s, to the millisecond', async (_, aheadMs) => {
    const { change } = await aChangeIn(team, 'approved')
    const at = new Date(now().getTime() + aheadMs).toISOString()
    const { schedule } = await scheduleChange(team.publisher, { project: team.key, change, at, zone: 'UTC' })
    expect(schedule).toMatchObject({ at, zone: 'UTC', madeBy: 'Pia' })
    await unscheduleChange(team.publisher, { change })
  })

  it('is refused a zone that does not exist', async () => {
    const { change } = await aChangeIn(team, 'approved')
    const when = { at: inAnHour(now()), zone: 'Europe/Wien' }
    await expect(scheduleChange(team.publisher, { project: team.key, change, ...when })).rejects.toMatchObject({
      code: 'request/invalid',
      details: { problems: [{ path: 'zone' }] },
    })
  })

  it('that was taken off its schedule is not applied', async () => {
    const { change } = await scheduled(servesOff)
    await unscheduleChange(team.publisher, { change })
    await pass()
    expect(await stateOf(change)).toBe('approved')
    await applyApproved(team.publisher, { change })
  })
})
