import { randomUUID } from 'node:crypto'
import { compile } from '../../../shared/engine/compile.ts'
import { evaluate } from '../../../shared/engine/evaluate.ts'
import { everyFamily } from '../../../shared/engine/operators/every-family.ts'
import type { ReportedEvent, ReportedExposure } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { seeded } from '../../../shared/vendors/importing/seeded.ts'
import { checkRunsOfChangedFlags } from '../../features/experiments/check-runs-of-changed-flags.ts'
import { analyseDueRuns } from '../../features/experiments/results/analyse-due-runs.ts'
import { takeDueGuardChecks } from '../../features/ramps/guards/take-due-guard-checks.ts'
import { takeDueSteps } from '../../features/ramps/take-due-steps.ts'
import { Intake } from '../../features/usage/intake.ts'
import type { Services } from '../../platform/http/services.ts'
import { systemCtx } from '../../platform/workers/system-ctx.ts'
import type { Api, Clock } from './people.ts'
import { analyzeEventTables } from './queries.ts'

const inShop = { project: 'shop' } as const
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Customers on a weekday: per hour of a ramp, and per day of an experiment, all at noon. */
const customers = { ramp: 400, experiment: 1_400 } as const

/** Shares of customers who order, see the checkout fail, and open their basket. */
const usual = { order: 0.11, fail: 0.03, open: 0.45 }
type CustomerHabits = typeof usual
/** The effect of a flag's variant on these shares. */
const habitsByVariant: Readonly<Record<string, Partial<CustomerHabits>>> = {
  'recommendations-v2 on': { fail: 0.16 },
  'pay-button pay-now': { order: 0.137 },
  'search-ranking fresh': { order: 0.148 },
}

const plans = ['free', 'free', 'free', 'business', 'gold'] as const
const steps = ['address', 'payment', 'receipt'] as const

/**
 * Simulates the shop's customers while a ramp or an experiment is open, until the clock reaches a time. They arrive
 * every hour, or at noon for experiments, get the values published at that time, and generate events; guards, steps and
 * analyses run as the server's worker would run them. Reports go through the same intake as those of SDKs.
 */
export class Customers {
  readonly #services: Services
  readonly #clock: Clock
  readonly #api: Api
  readonly #production: string
  readonly #intake: Intake
  readonly #random = seeded(7)
  #last = 0

  /** `production` is the environment's id. */
  constructor(services: Services, clock: Clock, api: Api, production: string) {
    this.#services = services
    this.#clock = clock
    this.#api = api
    this.#production = production
    this.#intake = new Intake(services.db, services.measure, services.vault, () => clock.now)
  }

  /** Advances the clock to a time. */
  async until(then: Date): Promise<void> {
    await checkRunsOfChangedFlags(this.#system())
    for (;;) {
      const { ramps } = await this.#api.ramps.list({ ...inShop, open: true })
      const { experiments } = await this.#api.experiments.list({ ...inShop, state: 'running' })
      const running = experiments.filter(({ run }) => run?.over === false)
      const nowMs = this.#clock.now.getTime()
      const noonMs = (Math.floor(nowMs / dayMs + 0.5) + 0.5) * dayMs
      const isNoon = running.length > 0 && (ramps.length === 0 || noonMs <= nowMs + hourMs)
      const nextMs = isNoon ? noonMs : nowMs + hourMs
      if (ramps.length + running.length === 0 || nextMs >= then.getTime()) break
      this.#clock.now = new Date(nextMs)
      for (const { flag } of ramps) await this.#visit(flag, customers.ramp)
      for (const { flag } of isNoon ? running : []) await this.#visit(flag, customers.experiment)
      await this.#work(isNoon)
    }
    this.#clock.now = then
  }

  /** Does the work of the server's worker. For experiments, once a day. */
  async #work(isNoon: boolean): Promise<void> {
    const system = this.#system()
    if (isNoon) await analyzeEventTables(this.#services.db)
    await takeDueGuardChecks(system, false)
    await takeDueSteps(system)
    if (!isNoon) return
    await checkRunsOfChangedFlags(system)
    await analyseDueRuns(system)
  }

  #system() {
    const { vault, measure } = this.#services
    return { ...systemCtx({ ...this.#services, now: () => this.#clock.now }), vault, measure }
  }

  /** Simulates a group of customers for whom a flag is evaluated. */
  async #visit(flag: string, many: number): Promise<void> {
    const state = compile(await this.#published(flag), everyFamily)
    const exposures: ReportedExposure[] = []
    const events: ReportedEvent[] = []
    const at = this.#clock.now.toISOString()
    const isWeekend = this.#clock.now.getUTCDay() % 6 === 0
    for (let n = 0; n < many * (isWeekend ? 0.7 : 1); n += 1) {
      const unit = `user-${10_000 + (this.#last += 1)}`
      const { variant, measured } = evaluate(state, flag, { targetingKey: unit }, this.#clock.now.getTime())
      if (measured && variant) exposures.push({ run: measured.run, variant, unit, at })
      events.push(...this.#deeds(unit, at, { ...usual, ...habitsByVariant[`${flag} ${variant}`] }))
    }
    // A server that was notified of the publish has a fresh cache, too.
    this.#intake.forget()
    const half = limits.rowsPerBatch / 2
    for (let from = 0; from < Math.max(exposures.length, events.length); from += half)
      await this.#intake.record(
        { environmentId: this.#production, via: 'server', sees: () => true },
        {
          ...{ batch: randomUUID(), sentAt: at, sdk: 'demo', dropped: 0 },
          ...{ exposures: exposures.slice(from, from + half), events: events.slice(from, from + half) },
        },
      )
  }

  #deeds(unit: string, at: string, { order, fail, open }: CustomerHabits): ReportedEvent[] {
    const one = <T>(list: readonly T[]) => list[Math.floor(this.#random() * list.length)]
    const opened: ReportedEvent[] = this.#random() < open ? [{ event: 'basket-opened', unit, at }] : []
    if (this.#random() < fail)
      return [...opened, { event: 'checkout-failed', unit, at, properties: { step: one(steps) ?? '' } }]
    if (this.#random() > order) return opened
    const value = Math.round(2_000 + this.#random() ** 3 * 38_000) / 100
    return [...opened, { event: 'order-placed', unit, at, value, properties: { plan: one(plans) ?? '' } }]
  }

  /** Returns a datafile with only this flag, as currently published in production. */
  async #published(flag: string): Promise<Datafile> {
    const { heads } = await this.#api.flags.get({ ...inShop, flag })
    const { revision = 0, document } = heads['production'] ?? {}
    if (!document) throw new Error(`the demo has no ${flag} in production`)
    return {
      ...{ format: 1, project: 'shop', environment: 'production', revision, digest: '', segments: {} },
      publishedAt: this.#clock.now.toISOString(),
      flags: { [flag]: document },
    }
  }
}
