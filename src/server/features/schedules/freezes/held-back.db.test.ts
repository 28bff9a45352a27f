import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../../tests/support/people.ts'
import { aRampTeam } from '../../../../../tests/support/ramp-team.ts'
import type { WorkingHours } from '../../../../shared/features/ramps/schemas/ramp.ts'
import { applyDueChanges } from '../../changes/apply-due-changes.ts'
import { readChange } from '../../changes/read-change.ts'
import { undoRamp } from '../../ramps/act-on-ramp.ts'
import { readRamp } from '../../ramps/read-ramps.ts'
import { addFreeze } from './freezes.ts'
import { readWorkingHours, setWorkingHours } from './working-hours.ts'

const hour = 60 * 60_000
const day = 24 * 60 * 60_000

const { db } = await testDatabase(12)
const { clock, team, project, pass, started, aScheduledChange, stateOf } = await aRampTeam(db)

describe('the working hours of an environment', () => {
  const set = async (hours: WorkingHours | null) =>
    setWorkingHours(await inEnvironment(team.admin, 'production'), { project, environment: 'production', hours })
  /** Working hours that begin two hours from now, every day. */
  const later = (): WorkingHours => {
    clock.ms = Math.ceil(clock.ms / day) * day + 8 * hour
    return { zone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], from: '10:00', to: '17:00' }
  }

  it('keep a step and a scheduled change waiting until they begin; a plan with hours of its own keeps to those', async () => {
    await set(later())
    expect(await readWorkingHours(await inEnvironment(team.viewer, 'production'))).toMatchObject({ from: '10:00' })
    const plain = await started()
    const own = await started({
      plan: { hours: { zone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '12:00' } },
    })
    expect((await readRamp(team.ada, { ramp: plain.ramp })).dueAt).toBe(new Date(clock.ms + 2 * hour).toISOString())
    const scheduled = await aScheduledChange(clock.ms + hour)
    await pass(hour)
    await applyDueChanges(team.system)
    expect(await readRamp(team.ada, { ramp: plain.ramp })).toMatchObject({
      step: 0,
      held: 'outside of the working hours of Production',
    })
    expect(await readRamp(team.ada, { ramp: own.ramp })).toMatchObject({ step: 1 })
    expect((await readChange(team.ada, { change: scheduled })).state).toBe('scheduled')
    await pass(hour)
    await applyDueChanges(team.system)
    expect(await readRamp(team.ada, { ramp: plain.ramp })).toMatchObject({ step: 1, held: null })
    expect((await readChange(team.ada, { change: scheduled })).state).toBe('applied')
    expect(await set(null)).toBeNull()
  })

  it('hold nothing up once they are taken away, nor an undo', async () => {
    await set(later())
    const waiting = await started()
    const undone = await started()
    await pass(hour)
    await undoRamp(team.publisher, { project, ramp: undone.ramp, why: '' })
    expect(await stateOf(undone.ramp)).toBe('rolled-back')
    await set(null)
    await pass(60_000)
    expect(await readRamp(team.ada, { ramp: waiting.ramp })).toMatchObject({ step: 1 })
    const told = db.selectFrom('event').select('after').where('action', '=', 'freeze.set-hours')
    const events = await told.orderBy('sequence').execute()
    expect(events.at(-1)?.after).toEqual({ hours: null })
  })
})

describe('a freeze', () => {
  it('keeps a scheduled change waiting until it is over', async () => {
    const change = await aScheduledChange(clock.ms + hour)
    const there = await inEnvironment(team.admin, 'production')
    const times = { from: new Date(clock.ms).toISOString(), to: new Date(clock.ms + 2 * hour).toISOString() }
    await addFreeze(there, { project, environment: 'production', ...times, why: 'Sale' })
    clock.ms += hour
    await applyDueChanges(team.system)
    expect((await readChange(team.ada, { change })).state).toBe('scheduled')
    clock.ms += hour
    await applyDueChanges(team.system)
    expect((await readChange(team.ada, { change })).state).toBe('applied')
  })
})
