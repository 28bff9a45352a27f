import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { anExperimentWorld } from '../../../../tests/support/experiment-world.ts'
import { aRampWorld, countedSteps } from '../../../../tests/support/ramp-world.ts'
import { aReceiver } from '../../../../tests/support/receiver.ts'
import { limits } from '../../../shared/limits.ts'
import { analyseDueRuns } from '../../features/experiments/results/analyse-due-runs.ts'
import { leaseRuns } from '../../features/experiments/results/lease-queries.ts'
import { readResults } from '../../features/experiments/results/read-results.ts'
import { leaseEmail } from '../../features/notifications/queries.ts'
import { sendQueuedEmails } from '../../features/notifications/send-queued-emails.ts'
import { pauseRamp, resumeRamp, undoRamp } from '../../features/ramps/act-on-ramp.ts'
import { takeDueGuardChecks } from '../../features/ramps/guards/take-due-guard-checks.ts'
import { leaseLooks } from '../../features/ramps/look-queries.ts'
import { readRamp } from '../../features/ramps/read-ramps.ts'
import { leaseWebhooks, sendDueMessages } from '../../features/webhooks/deliver.ts'
import { listDeliveries, resendDelivery, testWebhook } from '../../features/webhooks/deliveries.ts'
import { createWebhook } from '../../features/webhooks/webhooks.ts'
import type { EmailMessage } from '../kernel/mail.ts'

const { db } = await testDatabase(8)
const [minute, hour, day] = [60_000, 3_600_000, 24 * 3_600_000]
const tries = limits.interruptedTries
const sentence = `${tries} servers in a row stopped`
const world = await aRampWorld(db)
const { team, system, now } = world

describe('a ramp at whose guards servers stop', () => {
  const ofTeam = (ramp: number) => ({ project: team.key, ramp, why: '' })
  const rowOf = (ramp: number) =>
    db
      .selectFrom('ramp')
      .select(['id', 'interrupted', 'leasedUntil', 'lookAt', 'looks'])
      .where('number', '=', ramp)
      .executeTakeFirstOrThrow()
  /** A server that leases checks and never releases them. */
  const serverDies = async (interrupted: boolean, atMost: number) => {
    const until = new Date(now().getTime() + minute)
    return (await leaseLooks(db, { now: now(), until, atMost, interrupted })).map(({ id }) => id)
  }

  it('is read after the others and alone, then paused with the reason; resumed, it is read again', async () => {
    const guarded = () => world.aRampIn('running', { guards: [{ verdict: 'gate', then: 'pause' }] })
    const poisoned = await guarded()
    world.wait(2 * minute)
    const healthy = await guarded()
    const { id } = await rowOf(poisoned.ramp)
    world.wait(hour)
    expect(await serverDies(false, 4)).toHaveLength(2)
    for (let died = 1; died < tries; died += 1) {
      world.wait(2 * minute)
      expect(await serverDies(false, 4)).toEqual([])
      expect(await serverDies(true, 1)).toEqual([id])
    }
    world.wait(2 * minute)
    await takeDueGuardChecks(system, true)
    const paused = await readRamp(team.ada, { ramp: poisoned.ramp })
    expect(paused).toMatchObject({ state: 'paused', why: expect.stringContaining(sentence) })
    expect(await rowOf(poisoned.ramp)).toMatchObject({ interrupted: tries, leasedUntil: null, looks: 0 })
    expect(await rowOf(healthy.ramp)).toMatchObject({ interrupted: 0, leasedUntil: null, looks: 1 })
    world.wait(hour)
    await takeDueGuardChecks(system, true)
    expect(await rowOf(poisoned.ramp)).toMatchObject({ looks: 0 })
    await resumeRamp(team.publisher, { ramp: poisoned.ramp, version: paused.version })
    world.wait(hour)
    await takeDueGuardChecks(system, true)
    expect(await rowOf(poisoned.ramp)).toMatchObject({ interrupted: 0, leasedUntil: null, looks: 1 })
    for (const { ramp } of [poisoned, healthy]) await undoRamp(team.publisher, ofTeam(ramp))
  })

  it('is not one whose guards fail: it is read again later, however often', async () => {
    const guards = [{ event: 'failed', worse: 'more' as const, then: 'pause' as const }]
    const { ramp } = await world.aRampIn('running', { guards, steps: countedSteps })
    const broken = {
      ...system,
      measure: { ...system.measure, people: () => Promise.reject(new Error('the store is away')) },
    }
    for (let failed = 0; failed <= tries; failed += 1) {
      world.wait(hour)
      await takeDueGuardChecks(broken, true)
      const lookAt = new Date(now().getTime() + minute)
      expect(await rowOf(ramp)).toMatchObject({ interrupted: 0, leasedUntil: null, lookAt, looks: 0 })
    }
    world.wait(hour)
    await takeDueGuardChecks(system, true)
    expect(await rowOf(ramp)).toMatchObject({ looks: 1 })
    await undoRamp(team.publisher, ofTeam(ramp))
  })
})

describe('a run at which servers stop', () => {
  it('is looked at after the others, then once a day, and its results say so', async () => {
    const experiments = await anExperimentWorld(db)
    const viewer = { ...experiments.team.viewer, measure: experiments.system.measure }
    const poisoned = await experiments.running({ days: 14 })
    experiments.wait(hour)
    const healthy = await experiments.running({ days: 14 })
    const results = (key: string) => readResults(viewer, { experiment: key })
    const serverDies = async (interrupted: boolean, atMost: number) => {
      const until = new Date(experiments.now().getTime() + 10 * minute)
      const leased = await leaseRuns(db, { now: experiments.now(), until, atMost, interrupted })
      return leased.map(({ run }) => run)
    }
    experiments.wait(day)
    expect(await serverDies(false, 2)).toHaveLength(2)
    for (let died = 1; died < tries; died += 1) {
      experiments.wait(11 * minute)
      expect(await serverDies(false, 2)).toEqual([])
      expect(await serverDies(true, 1)).toEqual([poisoned.run])
    }
    experiments.wait(11 * minute)
    await analyseDueRuns(experiments.system)
    expect(await results(poisoned.key)).toMatchObject({ looks: 0, late: expect.stringContaining(sentence) })
    expect(await results(healthy.key)).toMatchObject({ looks: 1, late: null })
    experiments.wait(hour)
    await analyseDueRuns(experiments.system)
    expect((await results(poisoned.key)).looks).toBe(0)
    // one more server stops: once a day instead of at every start
    experiments.wait(day)
    expect(await serverDies(true, 2)).toEqual([poisoned.run])
    experiments.wait(11 * minute)
    await analyseDueRuns(experiments.system)
    expect((await results(poisoned.key)).looks).toBe(0)
    experiments.wait(day)
    await analyseDueRuns(experiments.system)
    expect(await results(poisoned.key)).toMatchObject({ looks: 1, late: null })
    await experiments.stopWhatRuns()
  })
})

describe('a delivery at which servers stop', () => {
  it('is sent alone and then given up with the reason, and those after it are sent', async () => {
    const { base, heard } = await aReceiver()
    const ctx = { ...team.ada, vault: system.vault, allowPrivateAddresses: true }
    const { webhook } = await createWebhook(ctx, {
      ...{ project: team.key, name: 'Hook', url: `${base}/hook`, actions: ['user.enable'], environments: null },
    })
    const at = { project: team.key, id: webhook.id }
    const poison = await testWebhook(team.ada, at)
    world.wait(hour)
    const next = await testWebhook(team.ada, at)
    for (let died = 0; died < tries; died += 1) {
      const [turn] = await leaseWebhooks(system, 4, 4)
      expect(turn).toMatchObject({ interrupted: died > 0, failing: died > 0 })
      // a server that counted its predecessor stops at the same delivery
      if (turn && died > 0)
        await sendDueMessages(
          {
            ...system,
            vault: {
              ...system.vault,
              open: () => {
                throw new Error('stopped')
              },
            },
          },
          turn,
          true,
        ).catch(() => undefined)
      world.wait(hour)
    }
    const [turn] = await leaseWebhooks(system, 4, 4)
    if (turn) await sendDueMessages(system, turn, true)
    world.wait(hour)
    const [after] = await leaseWebhooks(system, 4, 4)
    expect(after).toMatchObject({ interrupted: false })
    if (after) await sendDueMessages(system, after, true)
    const { deliveries } = await listDeliveries(team.ada, { ...at, before: null })
    expect(deliveries).toMatchObject([
      { id: next.id, state: 'delivered' },
      { id: poison.id, state: 'dead', problem: expect.stringContaining(sentence) },
    ])
    expect(heard).toHaveLength(1)
    // a user can resend it
    await resendDelivery(team.ada, { id: webhook.id, deliveryId: poison.id })
    const [again] = await leaseWebhooks(system, 4, 4)
    if (again) await sendDueMessages(system, again, true)
    expect(heard).toHaveLength(2)
  })
})

describe('an email at which servers stop', () => {
  it('is sent after the others, and given up', async () => {
    const sent: EmailMessage[] = []
    const mail = { send: async (letter: EmailMessage) => void sent.push(letter) }
    const sender = { ...team.system, mail, publicUrl: () => 'https://flags.example.com' }
    const send = async () => {
      await sendQueuedEmails(sender, () => true)
      return sent.splice(0).map(({ id }) => id)
    }
    const waiting = async () => (await db.selectFrom('letter').select('id').orderBy('id').execute()).map(({ id }) => id)
    const serverDies = async () => {
      const until = new Date(now().getTime() + 5 * minute)
      const taken = await leaseEmail(db, { now: now(), since: new Date(0), until })
      world.wait(6 * minute)
      return taken?.id
    }
    const one = await world.aRampIn('running')
    await db.deleteFrom('letter').execute()
    const about = { project: team.key, ramp: one.ramp, why: '' }
    await pauseRamp(team.publisher, about)
    const [poison = ''] = await waiting()
    expect(await serverDies()).toBe(poison)
    await undoRamp(team.publisher, about)
    const later = (await waiting()).filter((id) => id !== poison)
    expect(later.length).toBeGreaterThan(0)
    // a running server sends later emails first, and then stops at the failing one
    const goesOn = () => sent.length < later.length
    await sendQueuedEmails(sender, goesOn)
    expect(sent.splice(0).map(({ id }) => id)).toEqual(later)
    for (let died = 1; died < tries; died += 1) expect(await serverDies()).toBe(poison)
    expect(await send()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  it('whose mail server fails is tried again, however often', async () => {
    const down = { send: () => Promise.reject(new Error('connect ECONNREFUSED')) }
    const sender = { ...team.system, mail: down, publicUrl: () => 'https://flags.example.com' }
    const one = await world.aRampIn('running')
    await db.deleteFrom('letter').execute()
    await pauseRamp(team.publisher, { project: team.key, ramp: one.ramp, why: '' })
    for (let failed = 0; failed <= tries; failed += 1) {
      await sendQueuedEmails(sender, () => true)
      world.wait(2 * hour)
    }
    expect(await db.selectFrom('letter').select('interrupted').execute()).toMatchObject([{ interrupted: 0 }])
    await undoRamp(team.publisher, { project: team.key, ramp: one.ramp, why: '' })
  })
})
