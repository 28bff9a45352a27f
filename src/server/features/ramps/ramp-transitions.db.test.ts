import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { rampTableEvents } from '../../../../tests/support/ramp-happenings.ts'
import {
  isRefusal,
  type RampColumn,
  type RampHappening,
  type RampResultCell,
  rampColumns,
  rampTransitions,
} from '../../../../tests/support/ramp-transitions.ts'
import { aRampWorld, rampEnds, type SomeRamp } from '../../../../tests/support/ramp-world.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { headIn } from '../../../../tests/support/team.ts'
import type { ErrorCode } from '../../../shared/errors/catalogue.ts'
import type { RampState } from '../../../shared/features/ramps/schemas/ramp.ts'
import { nextRunNumber } from '../runs/queries.ts'
import { eventsOfRamp } from './event-queries.ts'
import { readRamp } from './read-ramps.ts'

const { db } = await testDatabase(8)
const world = await aRampWorld(db)
const { team } = world
/** The transitions, for the current test date. */
let happenings = rampTableEvents(world)
// Safe cast: the keys of the table are the transitions.
const all = Object.keys(rampTransitions) as RampHappening[]
const rows = all.filter((happening) => happenings[happening].ends === undefined)

type Outcome = { state: RampState; event: string | null; moves?: number; serves?: string }

/** The expected state, event and number of steps, and what the flag serves without a ramp. */
const outcomes: Record<Exclude<RampResultCell, '—' | 'gone' | ErrorCode>, Outcome> = {
  'next step': { state: 'running', event: 'step', moves: 1 },
  held: { state: 'running', event: 'hold' },
  waiting: { state: 'waiting', event: 'wait' },
  paused: { state: 'paused', event: 'pause' },
  running: { state: 'running', event: 'start' },
  completed: { state: 'completed', event: 'complete', serves: 'on' },
  'rolled back': { state: 'rolled-back', event: 'roll-back', serves: 'off' },
  ended: { state: 'ended', event: 'end' },
  withdrawn: { state: 'withdrawn', event: null },
}

/** Excludes the repeated event about a long hold. */
const isNew = ({ why }: { why?: unknown }) => !String(why).endsWith(', for more than an hour')

const seen = async ({ ramp, flag }: SomeRamp) => {
  const { state, step, held, plan, events } = await readRamp(team.ada, { ramp })
  const { document } = await headIn(team.ada, flag)
  return {
    state,
    step,
    held,
    plan,
    document,
    events: events.filter(isNew).map(({ action }) => action.replace('ramp.', '')),
  }
}
type Seen = Awaited<ReturnType<typeof seen>>

/** The ramp's own status. For an edited flag, the rest differs. */
const statusOf = ({ state, step, held, events }: Seen) => ({ state, step, held, events })

/** If users are counted, the rule covers twice the share. */
const shareIn = ({ document }: Seen, ramp: number) => {
  const rule = document.rules.find(({ id }) => id === `run-${ramp}`)
  const reached = rule && typeof rule.when === 'object' && 'in' in rule.when ? rule.when.in.to : undefined
  return rule?.run === undefined || reached === undefined ? reached : reached / 2
}

/** A cell of the table: the actual and the expected outcome. */
type Walked = { came: object; should: object }

/** Performs a transition and checks the outcome immediately and after the next round. */
async function walk(happening: RampHappening, follows: RampResultCell, ramp: SomeRamp): Promise<Walked> {
  const { happens, edits } = happenings[happening]
  const before = await seen(ramp)
  if (follows === 'gone') throw new Error(`${happening} leaves nothing to walk in`)
  if (isRefusal(follows)) {
    const { code } = await refusalOf(happens(world, ramp))
    return { came: { code, ...(await seen(ramp)) }, should: { code: follows, ...before } }
  }
  await happens(world, ramp)
  const after = await seen(ramp)
  if (follows === '—')
    return edits ? { came: statusOf(after), should: statusOf(before) } : { came: after, should: before }
  await world.pass(0)
  const once = { later: await seen(ramp) }
  const outcome = outcomes[follows]
  return {
    came: { ...once, ...cameTo(outcome, ramp, before, after) },
    should: { later: after, ...shouldBe(outcome, before, after) },
  }
}

const cameTo = ({ event, serves }: Outcome, { ramp }: SomeRamp, before: Seen, after: Seen) => ({
  state: after.state,
  // ignores holds that continue
  events: after.events.slice(before.events.length).filter((one) => one !== 'hold' || event === 'hold'),
  isHeld: after.held !== null,
  step: after.step,
  share: after.state === 'running' ? shareIn(after, ramp) : null,
  serves: serves === undefined ? null : [after.document.rules, after.document.otherwise],
})

const shouldBe = ({ state, event, moves = 0, serves }: Outcome, before: Seen, { step, plan }: Seen) => ({
  state,
  events: event === null ? [] : [before.state === 'paused' && event === 'start' ? 'resume' : event],
  isHeld: event === 'hold',
  // finishing by hand counts no step
  step: state === 'completed' ? step : before.step + moves,
  share: state === 'running' ? plan.steps[before.step + moves]?.share : null,
  serves: serves === undefined ? null : [[], { variant: serves }],
})

/** Rejected cells first, then those with the default plan, because they can share a ramp. */
const inOrder = (column: RampColumn): RampHappening[] => {
  const rank = (happening: RampHappening) =>
    isRefusal(rampTransitions[happening][column]) ? 0 : happenings[happening].plan === undefined ? 1 : 2
  return rows.toSorted((a, b) => rank(a) - rank(b))
}

/** Whether the cell leaves the ramp unchanged, so that the next one can use it. */
function leavesIt(happening: RampHappening, column: RampColumn): boolean {
  const { edits, plan } = happenings[happening]
  const follows = rampTransitions[happening][column]
  if (isRefusal(follows)) return happening !== 'another ramp of the flag is to start'
  const isResting = column === 'proposed' || column === 'waiting' || column === 'paused'
  return follows === '—' && edits === undefined && plan === undefined && isResting
}

describe('what happens to a ramp', () => {
  for (const column of rampColumns.filter((one) => one !== 'over')) {
    it(`comes to what the table says where it is ${column}`, { timeout: 180_000 }, async () => {
      let kept: SomeRamp | undefined
      for (const happening of inOrder(column)) {
        world.morning()
        happenings = rampTableEvents(world)
        const { plan } = happenings[happening]
        const follows = rampTransitions[happening][column]
        const isPlain = plan === undefined || isRefusal(follows)
        const ramp = (isPlain ? kept : undefined) ?? (await world.aRampIn(column, isPlain ? {} : plan))
        const { came, should } = await walk(happening, follows, ramp)
        expect({ happening, ...came }).toEqual({ happening, ...should })
        if (leavesIt(happening, column)) kept = ramp
        else {
          if (ramp === kept) kept = undefined
          await world.clear(ramp)
        }
      }
      if (kept) await world.clear(kept)
    })
  }

  it.each(rampEnds)('comes to nothing where it is over: %s', { timeout: 180_000 }, async (end) => {
    world.morning()
    const ramp = await world.aRampOver(end)
    // the flag no longer exists and cannot be edited
    const possible = rows.filter((happening) => end !== 'ended' || happenings[happening].edits === undefined)
    for (const happening of possible) {
      const { came, should } = await walk(happening, rampTransitions[happening].over, ramp)
      expect({ happening, ...came }).toEqual({ happening, ...should })
    }
    await world.clear(ramp)
  })

  it.each(
    all.filter((happening) => !rows.includes(happening)).flatMap((one) => rampColumns.map((at) => [one, at] as const)),
  )(
    'comes to what the table says, and nothing is left there: %s, %s',
    { timeout: 180_000 },
    async (happening, column) => {
      const there = await aRampWorld(db)
      const { ada } = there.team
      const ramp = column === 'over' ? await there.aRampOver('completed') : await there.aRampIn(column)
      const before = await readRamp(ada, ramp)
      const follows = rampTransitions[happening][column]
      const happened = rampTableEvents(there)[happening].happens(there, ramp)
      expect(isRefusal(follows) ? (await refusalOf(happened)).code : await happened.then(() => 'gone')).toBe(follows)
      await there.pass(0)
      const left = await readRamp(ada, ramp).catch((error: unknown) => error)
      expect(left).toMatchObject(isRefusal(follows) ? before : { code: 'run/not-found' })
      // open ramps get an event for their end
      const told = await eventsOfRamp(db, ada.project, ramp.ramp)
      const ended = column === 'over' || isRefusal(follows) ? [] : ['ramp.end']
      expect(told.filter(({ after }) => isNew(after ?? {})).map(({ action }) => action)).toEqual([
        ...before.events.map(({ action }) => action),
        ...ended,
      ])
      // numbers are never reused
      const next = await db.transaction().execute((tx) => nextRunNumber(tx, ada.project))
      expect(next).toBeGreaterThan(ramp.ramp)
    },
  )
})
