import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ListRampsInput, Ramp, RampCan, RampList } from '../../../shared/features/ramps/schemas/ramp.ts'
import { type RampAct, rampActs } from '../../../shared/features/ramps/schemas/ramp-acts.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironment } from '../../platform/kernel/scope.ts'
import { type ClosedTimes, neverClosed, readClosedTimes } from '../schedules/freezes/working-hours.ts'
import { authorizeRamp } from './authorize-ramp.ts'
import { resumeChoicesOf, whyRampCannotContinue } from './changed-flag.ts'
import { eventsOfRamp } from './event-queries.ts'
import { type RampRow, rampsOf } from './queries.ts'
import { getRamp, readLockedRamp } from './ramp-ctx.ts'
import { endOf, rampEventView, rampSummary } from './view.ts'

/** Returns a ramp with its events and the caller's possible actions. */
export async function readRamp(ctx: ProjectCtx, input: { ramp: number }): Promise<Ramp> {
  return shownRamp(ctx, await getRamp(ctx, input.ramp))
}

async function shownRamp(ctx: ProjectCtx, row: RampRow): Promise<Ramp> {
  const environment = await proveEnvironment(ctx.db, ctx.project, row.environment)
  const now = ctx.now()
  const closed = await readClosedTimes(ctx.db, environment, now)
  const events = await eventsOfRamp(ctx.db, ctx.project, row.number)
  return {
    ...rampSummary(row, now, closed),
    ...(await touchOf({ ...ctx, environment }, row)),
    endsAt: endOf(row, now, closed),
    events: events.map(rampEventView),
    can: await whatCan({ ...ctx, environment }, row),
  }
}

async function touchOf(ctx: EnvironmentCtx, row: RampRow): Promise<Pick<Ramp, 'touched' | 'choices'>> {
  if (row.state !== 'paused') return { touched: null, choices: [] }
  const ramp = await readLockedRamp(ctx, row)
  const touched = whyRampCannotContinue(ctx.environment, ramp)
  return { touched, choices: touched === null ? [] : resumeChoicesOf(ctx.environment, ramp) }
}

/** Lists the project's ramps, newest first. */
export async function listRamps(ctx: ProjectCtx, input: z.output<typeof ListRampsInput>): Promise<RampList> {
  const { open, flag, before, limit } = input
  const environment =
    input.environment === undefined ? undefined : await proveEnvironment(ctx.db, ctx.project, input.environment)
  const found = await rampsOf(ctx.db, ctx.project, {
    ...{ open, flag, before },
    environmentId: environment?.id,
    limit: limit + 1,
  })
  const rows = found.slice(0, limit)
  const closed = new Map<string, ClosedTimes>()
  for (const id of new Set(rows.map(({ environmentId }) => environmentId))) {
    closed.set(id, await readClosedTimes(ctx.db, { id }, ctx.now()))
  }
  return {
    ramps: rows.map((row) => rampSummary(row, ctx.now(), closed.get(row.environmentId) ?? neverClosed)),
    next: found.length > limit ? (rows.at(-1)?.number ?? null) : null,
  }
}

async function whatCan(ctx: EnvironmentCtx, row: RampRow): Promise<RampCan> {
  // Safe cast: the keys of the table are the acts.
  const acts = Object.keys(rampActs) as RampAct[]
  const can = acts.map(async (act) => [act, await whyNot(() => authorizeRamp(ctx, row, act))])
  return Object.fromEntries(await Promise.all(can)) as RampCan
}

async function whyNot(check: () => Promise<void>): Promise<string | null> {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof FanionError) return error.message
    throw error
  }
}
