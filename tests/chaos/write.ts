import { setTimeout as sleep } from 'node:timers/promises'
import { type Crew, flagOf, timedFlagOf, type Writer } from './crew.ts'
import type { Ledger } from './ledger.ts'
import { rest } from './pace.ts'

/** Errors that are allowed during faults: those that follow from a lost response, and an unavailable database. */
export const mayBeRefused = ['', 'server/unavailable', 'revision/stale', 'change/wrong-state', 'change/conflicted']

/** A writer's change in progress: save, review, two approvals, then apply at once or on schedule. */
type UnderWay = { number: number; value: number } | undefined

/** Makes all writers publish, review and schedule continuously, until `stopped`. */
export const writeOn = (crew: Crew, ledger: Ledger, stopped: () => boolean): Promise<unknown> =>
  Promise.all(crew.writers.map((writer) => new Hand(crew, ledger, writer).work(stopped)))

/** The actions of one writer. */
export class Hand {
  readonly #crew: Crew
  readonly #ledger: Ledger
  readonly #me: Writer
  readonly #underWay: Record<'apply' | 'schedule', UnderWay> = { apply: undefined, schedule: undefined }

  constructor(crew: Crew, ledger: Ledger, me: Writer) {
    this.#crew = crew
    this.#ledger = ledger
    this.#me = me
  }

  async work(stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      const die = Math.random()
      try {
        if (die < 0.5) await this.publish()
        else await this.#carryOn(die < 0.75 ? 'apply' : 'schedule')
      } catch (error) {
        const code = this.#ledger.refusal(error)
        if (!mayBeRefused.includes(code ?? '')) throw error
        await sleep(60)
      }
      await rest(200)
    }
  }

  /** Gives the writer's flag a value in development, which requires no approval. */
  async publish(): Promise<void> {
    const { project } = this.#crew
    const [environment, key, value] = ['development', flagOf(this.#me), this.#ledger.newValue()]
    // After a cut connection it is unknown whether the last publish succeeded, so each one reads the head first.
    const { revision: base, document } = await this.#head(key, environment)
    const entries = [{ kind: 'flag' as const, key, document: { ...document, variants: { on: value } } }]
    const begun = performance.now()
    try {
      const { number } = await this.#me.api.revisions.publish.mutate({ project, environment, base, entries })
      this.#ledger.published({ environment, number, key, value, begun })
    } catch (error) {
      if (error instanceof Error) this.#ledger.refused.push({ key, value, sentence: error.message })
      throw error
    }
  }

  /** Takes the writer's change to production one step further. */
  async #carryOn(end: 'apply' | 'schedule'): Promise<void> {
    const { project } = this.#crew
    const mine = this.#underWay[end]
    if (!mine) return this.#save(end)
    const it = { project, change: mine.number }
    const { state, version, approvals, revisions } = await this.#me.api.changes.get.query(it)
    const begun = performance.now()
    const noted = (action: string) => this.#ledger.acted({ change: mine.number, action: `change.${action}`, begun })
    switch (state) {
      case 'draft':
        await this.#me.api.changes.requestReview.mutate(it)
        return noted('request-review')
      case 'in-review': {
        const given = approvals.flatMap((one) => one.given.map(({ name }) => name))
        const reviewer = this.#crew.writers.find((one) => one !== this.#me && !given.includes(one.name))
        await reviewer?.api.changes.approve.mutate({ ...it, version })
        return noted('approve')
      }
      case 'approved': {
        if (end === 'apply') {
          await this.#me.api.changes.publish.mutate(it)
          return noted('apply')
        }
        const at = new Date(Date.now() + 600_000).toISOString()
        await this.#me.api.changes.schedule.mutate({ ...it, at, zone: 'Europe/Vienna' })
        return noted('schedule')
      }
      case 'scheduled':
        return sleep(5)
      case 'applied': {
        const [revision] = revisions
        const key = end === 'apply' ? flagOf(this.#me) : timedFlagOf(this.#me)
        this.#underWay[end] = undefined
        if (!revision) throw new Error(`change ${mine.number} was applied without a revision`)
        return this.#ledger.published({ ...revision, key, value: mine.value, begun })
      }
      default:
        throw new Error(`change ${mine.number} is ${state}, though nobody else touches its flag`)
    }
  }

  async #save(end: 'apply' | 'schedule'): Promise<void> {
    const { project } = this.#crew
    const [environment, key] = ['production', end === 'apply' ? flagOf(this.#me) : timedFlagOf(this.#me)]
    const value = this.#ledger.newValue()
    const { revision: base, document } = await this.#head(key, environment)
    const proposed = { ...document, variants: { on: value } }
    const entries = [{ kind: 'flag' as const, key, environment, base, document: proposed }]
    const begun = performance.now()
    const { number } = await this.#me.api.changes.save.mutate({ project, title: `${key} ${value}`, entries })
    this.#underWay[end] = { number, value }
    this.#ledger.acted({ change: number, action: 'change.save', begun })
  }

  async #head(key: string, environment: string) {
    const { heads } = await this.#me.api.flags.get.query({ project: this.#crew.project, flag: key })
    const head = heads[environment]
    if (!head) throw new Error(`${key} is gone from ${environment}`)
    return head
  }
}
