import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aRampWorld } from '../../../../tests/support/ramp-world.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { finishRamp } from '../changes/finish-ramp.ts'
import { continueRamp, pauseRamp, resumeRamp, undoRamp } from './act-on-ramp.ts'
import type { RampVersionInput } from './authorize-ramp.ts'
import { readRamp } from './read-ramps.ts'

const { db } = await testDatabase(4)
const world = await aRampWorld(db)
const { team } = world

type Act = (ctx: ProjectCtx, input: RampVersionInput & { version: number }) => Promise<unknown>
const acts: Record<string, Act> = {
  goOn: continueRamp,
  finish: finishRamp,
  resume: resumeRamp,
  pause: (ctx, { ramp }) => pauseRamp(ctx, { project: team.key, ramp, why: '' }),
  rollBack: (ctx, { ramp }) => undoRamp(ctx, { project: team.key, ramp, why: '' }),
}

describe('an act on a ramp that is repeated, as by a double click', () => {
  it.each([
    ['goOn', 'running', 'run/moved'],
    ['goOn', 'waiting', 'run/moved'],
    ['finish', 'running', 'run/wrong-state'],
    ['resume', 'paused', 'run/wrong-state'],
    ['pause', 'running', 'run/wrong-state'],
    ['rollBack', 'running', 'run/wrong-state'],
    ['rollBack', 'paused', 'run/wrong-state'],
  ] as const)('%s of a ramp that is %s is refused with %s', async (name, column, refusal) => {
    world.morning()
    const made = await world.aRampIn(column)
    const { version } = await readRamp(team.ada, made)
    const input = { project: team.key, ramp: made.ramp, version }
    await acts[name]?.(team.second, input)
    const after = await readRamp(team.ada, made)
    expect(await refusalOf(acts[name]?.(team.second, input) ?? Promise.resolve())).toMatchObject({ code: refusal })
    expect(await readRamp(team.ada, made)).toEqual(after)
    await world.clear(made)
  })

  it('takes one step if it is sent ten times at once', async () => {
    world.morning()
    const made = await world.aRampIn('running')
    const { version, step } = await readRamp(team.ada, made)
    const input = { project: team.key, ramp: made.ramp, version }
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => continueRamp(team.second, input)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await readRamp(team.ada, made)).toMatchObject({ step: step + 1 })
    await world.clear(made)
  })
})

describe('an act that widens a ramp', () => {
  it.each(['goOn', 'finish', 'resume'])('%s is refused if the ramp moved after its author read it', async (name) => {
    world.morning()
    const made = await world.aRampIn('running')
    const seen = await readRamp(team.ada, made)
    await pauseRamp(team.publisher, { project: team.key, ramp: made.ramp, why: 'Odd' })
    if (name !== 'resume') await resumeRamp(team.second, { ramp: made.ramp })
    const moved = await readRamp(team.ada, made)
    const refused = acts[name]?.(team.second, { ramp: made.ramp, version: seen.version }) ?? Promise.resolve()
    expect(await refusalOf(refused)).toMatchObject({
      code: 'run/moved',
      details: { ramp: made.ramp, seen: seen.version, version: moved.version },
    })
    expect(await readRamp(team.ada, made)).toEqual(moved)
    await world.clear(made)
  })
})
