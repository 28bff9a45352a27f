import { randomUUID } from 'node:crypto'
import { compile } from '../../shared/engine/compile.ts'
import { evaluate } from '../../shared/engine/evaluate.ts'
import { everyFamily } from '../../shared/engine/operators/every-family.ts'
import { seeded } from '../../shared/importers/seeded.ts'
import type { Datafile } from '../../shared/schemas/datafile.ts'
import type { ToldEvent, ToldExposure } from '../../shared/schemas/tracked.ts'
import { takeDueLooks } from '../domain/guards/take-due-looks.ts'
import { takeDueSteps } from '../domain/ramps/take-due-steps.ts'
import { Intake } from '../domain/telemetry/intake.ts'
import type { Services } from '../http/services.ts'
import { systemCtx } from '../workers/system-ctx.ts'
import type { Api, Clock } from './people.ts'

const inShop = { project: 'shop' } as const
const roundMs = 3_600_000
/** Customers who come by in a round. */
const aRound = 400
/** How many of them order, and how many see the checkout fail; more where a new variant is at fault. */
const ordering = 0.11
const failing = 0.03
const atFault: Readonly<Record<string, number>> = { 'recommendations-v2': 0.16 }

const plans = ['free', 'free', 'free', 'business', 'gold'] as const
const steps = ['address', 'payment', 'receipt'] as const

/**
 * The customers of the shop while a ramp is open: until the clock is there, they come by every hour, are served as it is
 * published then, and do what they do; and guards and steps have their turn as the server's worker gives it to them. Their
 * reports go through the same intake as those of programs.
 */
export class Customers {
  readonly #services: Services
  readonly #clock: Clock
  readonly #api: Api
  readonly #production: string
  readonly #intake: Intake
  readonly #random = seeded(7)
  #last = 0

  /** `production`: the id of that environment. */
  constructor(services: Services, clock: Clock, api: Api, production: string) {
    this.#services = services
    this.#clock = clock
    this.#api = api
    this.#production = production
    this.#intake = new Intake(services.db, services.measure, services.vault, () => clock.now)
  }

  /** Lets the time pass to then. */
  async until(then: Date): Promise<void> {
    while (then.getTime() - this.#clock.now.getTime() > roundMs) {
      const { ramps } = await this.#api.ramps.list({ ...inShop, open: true })
      if (ramps.length === 0) break
      this.#clock.now = new Date(this.#clock.now.getTime() + roundMs)
      for (const { flag } of ramps) await this.#visit(flag)
      const system = systemCtx({ ...this.#services, now: () => this.#clock.now })
      await takeDueLooks({ ...system, vault: this.#services.vault, measure: this.#services.measure }, false)
      await takeDueSteps(system)
    }
    this.#clock.now = then
  }

  /** A round of customers, whom a flag is asked for. */
  async #visit(flag: string): Promise<void> {
    const state = compile(await this.#published(flag), everyFamily)
    const exposures: ToldExposure[] = []
    const events: ToldEvent[] = []
    const at = this.#clock.now.toISOString()
    for (let n = 0; n < aRound; n += 1) {
      const unit = `user-${10_000 + (this.#last += 1)}`
      const { variant, measured } = evaluate(state, flag, { targetingKey: unit }, this.#clock.now.getTime())
      if (measured && variant) exposures.push({ run: measured.run, variant, unit, at })
      events.push(...this.#deeds(unit, at, variant === 'on' ? (atFault[flag] ?? failing) : failing))
    }
    // as a server that was told of what was published has
    this.#intake.forget()
    await this.#intake.record(
      { environmentId: this.#production, via: 'server', sees: () => true },
      { batch: randomUUID(), sentAt: at, sdk: 'demo', dropped: 0, exposures, events },
    )
  }

  #deeds(unit: string, at: string, fails: number): ToldEvent[] {
    const one = <T>(list: readonly T[]) => list[Math.floor(this.#random() * list.length)]
    if (this.#random() < fails) return [{ event: 'checkout-failed', unit, at, properties: { step: one(steps) ?? '' } }]
    if (this.#random() > ordering) return []
    const value = Math.round(2_000 + this.#random() ** 3 * 38_000) / 100
    return [{ event: 'order-placed', unit, at, value, properties: { plan: one(plans) ?? '' } }]
  }

  /** The flag alone, as it is in production now. */
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
