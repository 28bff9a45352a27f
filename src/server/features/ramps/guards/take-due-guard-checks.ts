import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { evaluateGuards } from '../../../../shared/features/ramps/evaluate-guards.ts'
import type { GuardCheckResult } from '../../../../shared/features/ramps/schemas/guard.ts'
import { limits } from '../../../../shared/limits.ts'
import { type EventStoreCtx, inTransaction, type ProjectCtx, type SecretCtx } from '../../../platform/kernel/ctx.ts'
import { releaseLeft } from '../../../platform/kernel/interrupted-work.ts'
import { proveProject } from '../../../platform/kernel/scope.ts'
import type { PrivateAddressAllowance } from '../../../platform/outbound/allowance.ts'
import { traced } from '../../../platform/tracing/trace.ts'
import { nextGuardCheckAt } from '../guard-check-times.ts'
import { type LeasedLook, leaseLooks, looksToGiveUp, postponeLook } from '../look-queries.ts'
import { removeRampRule, stopRamp } from '../move-ramp.ts'
import { lastGuardCheck, lockRamp, type RampRow, rampById, updateRamp } from '../queries.ts'
import { type LockedRamp, lockFlagOfRamp, type RampCtx } from '../ramp-ctx.ts'
import { insertGuardCheck } from './queries.ts'
import { readGuards } from './read-guards.ts'

/**
 * If a server crashes during a check, another takes over after this time. Reading takes at most two responses of
 * another system.
 */
const leaseMs = 60_000
/** Number of checks leased at once. They are processed one after another. */
const atOnce = 4

/**
 * Evaluates the guards of all open ramps that are due. Any number of servers may run this. A check is leased and its
 * data read without a lock; its result is stored and acted on in one transaction, unless the ramp has changed. Errors
 * are logged, count as no harm, and are retried later. A ramp at which servers stopped is checked after all others and alone,
 * and is paused with the reason after a few of them.
 *
 * @param unreleased checks that failed and whose lease this server could not release
 */
export async function takeDueGuardChecks(
  ctx: SecretCtx & EventStoreCtx,
  allowPrivate: PrivateAddressAllowance,
  unreleased: LeasedLook[] = [],
): Promise<void> {
  const postpone = (look: LeasedLook) => postponeLook(ctx.db, look, new Date(ctx.now().getTime() + leaseMs))
  await releaseLeft(unreleased, postpone)
  for (const one of await looksToGiveUp(ctx.db, ctx.now())) await giveUp(ctx, one)
  for (;;) {
    const now = ctx.now()
    const lease = { now, until: new Date(now.getTime() + leaseMs) }
    let leased = await leaseLooks(ctx.db, { ...lease, atMost: atOnce, interrupted: false })
    if (leased.length === 0) leased = await leaseLooks(ctx.db, { ...lease, atMost: 1, interrupted: true })
    if (leased.length === 0) return
    await Promise.all(
      leased.map((look) =>
        traced('ramp guards', { 'fanion.project': look.project }, () =>
          performGuardCheck(ctx, look.id, look.project, allowPrivate),
        ).catch(async (error: unknown) => {
          ctx.log.error({ error: String(error) }, 'a ramp’s guards could not be looked at; they are looked at again')
          unreleased.push(look)
        }),
      ),
    )
    await releaseLeft(unreleased, postpone)
  }
}

const givenUp = `${limits.interruptedTries} servers in a row stopped while they read its guards, so they aren’t read any more. Check what the guards read, then resume it.`

/** Pauses a ramp at which servers stopped. It is looked at again when somebody resumes it. */
async function giveUp(
  system: SecretCtx & EventStoreCtx,
  { id, number, project }: { id: string; number: number; project: string },
): Promise<void> {
  const ctx = { ...system, project: await proveProject(system.db, system.actor, project) }
  ctx.log.error({ ramp: number, project }, givenUp)
  await inTransaction(ctx, async (tx) => {
    const row = await lockRamp(tx.db, tx.project, number)
    if (!row || row.endedAt !== null || row.interrupted >= limits.interruptedTries) return
    await updateRamp(tx.db, id, { interrupted: limits.interruptedTries, leasedUntil: null })
    const found = await lockFlagOfRamp(tx, row)
    await stopIfOpen(found.ctx, found.ramp, givenUp)
  })
}

async function performGuardCheck(
  system: SecretCtx & EventStoreCtx,
  id: string,
  project: string,
  allowPrivate: PrivateAddressAllowance,
): Promise<void> {
  const ctx = { ...system, project: await proveProject(system.db, system.actor, project) }
  const row = await rampById(ctx.db, id)
  if (!row?.enteredAt) return
  const read = await readGuards(ctx, row, allowPrivate)
  const last = await lastGuardCheck(ctx.db, ctx.project, row.number)
  const body = evaluateGuards({
    ...{ plan: row.plan, before: row.ground.before, step: row.step, enteredAt: row.enteredAt, ...read },
    ...{ last: last?.body, overruled: row.overruled },
  })
  try {
    await storeGuardCheck(ctx, row, body, act)
  } catch (error) {
    if (!(error instanceof FanionError) || error.code.startsWith('server/')) throw error
    // acting on the result was rejected, for example because of a promise: the ramp pauses until a member decides
    await storeGuardCheck(ctx, row, body, (tx, ramp) =>
      stopIfOpen(tx, ramp, `${body.why ?? ''} It can’t be undone: ${error.message}`),
    )
  }
}

type Act = (ctx: RampCtx, ramp: LockedRamp, body: GuardCheckResult, look: number) => Promise<void>

/** Stores a guard check and acts on it, if the ramp has not changed since it was read. */
const storeGuardCheck = (
  ctx: ProjectCtx & SecretCtx,
  seen: RampRow,
  body: GuardCheckResult,
  does: Act,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockRamp(tx.db, tx.project, seen.number)
    if (!row?.enteredAt || row.endedAt !== null || row.looks !== seen.looks) return
    if (row.step !== seen.step || row.headNumber !== seen.headNumber) {
      // the ramp has changed: the data belongs to another step
      await updateRamp(tx.db, row.id, { leasedUntil: null, interrupted: 0 })
      return
    }
    const found = await lockFlagOfRamp(tx, row)
    const at = tx.now()
    const number = row.looks + 1
    const isOpen = row.state === 'running' || row.state === 'waiting'
    const decisive = body.verdict === 'rolled-back' || (body.verdict === 'paused' && isOpen)
    await insertGuardCheck(tx.db, tx.project, row.number, { number, at, decisive, body })
    const lookAt = nextGuardCheckAt(row.plan, row.step, row.enteredAt, at)
    // the reason for holding the step may be gone
    const dueAt = row.held !== null && body.verdict === 'ok' && row.state === 'running' ? { dueAt: at } : {}
    await updateRamp(tx.db, row.id, { looks: number, lookAt, leasedUntil: null, interrupted: 0, ...dueAt })
    if (found.ramp.there) await does(found.ctx, found.ramp, body, number)
  })

const act: Act = async (ctx, ramp, body, look) => {
  const evidence = { look, reports: body.reports, guards: body.guards }
  if (body.verdict === 'rolled-back') return removeRampRule(ctx, ramp, body.why ?? '', evidence)
  if (body.verdict === 'paused') return stopIfOpen(ctx, ramp, body.why ?? '', evidence)
}

const stopIfOpen = async (ctx: RampCtx, ramp: LockedRamp, why: string, evidence: object = {}): Promise<void> => {
  if (ramp.row.state !== 'paused') await stopRamp(ctx, ramp, why, evidence)
}
