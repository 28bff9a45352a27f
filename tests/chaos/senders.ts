import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { variantForUnit } from '../../src/server/features/usage/variant-for-unit.ts'
import type { TrackReceipt } from '../../src/shared/features/usage/schemas/tracked.ts'
import type { Rule } from '../../src/shared/schemas/flag.ts'
import { seeded } from '../support/exposing-application.ts'
import { rest } from './pace.ts'

const rowsEach = 25

/** A sender of raw batches of events and exposures, each retried until it is acknowledged, to either server. */
export class Sender {
  readonly acknowledged: { values: number[]; units: string[] } = { values: [], units: [] }
  /** Unexpected responses. Must stay empty. */
  readonly wrong: unknown[] = []
  sent = 0
  unanswered = 0
  repeated = 0
  readonly #urls: readonly string[]
  readonly #key: string
  readonly #event: string
  readonly #rule: Rule
  readonly #number: number
  readonly #chance: () => number
  #told = 0

  constructor(number: number, urls: readonly string[], key: string, event: string, rule: Rule) {
    this.#number = number
    this.#urls = urls
    this.#key = key
    this.#event = event
    this.#rule = rule
    this.#chance = seeded(number)
  }

  async work(stopped: () => boolean): Promise<void> {
    const arm = variantForUnit(this.#rule, '')
    while (!stopped()) {
      const at = new Date().toISOString()
      const numbers = Array.from({ length: rowsEach }, () => (this.#told += 1))
      const units = numbers.map((n) => `sender-${this.#number}-${n}`)
      const values = numbers.map((n) => this.#number * 1_000_000 + n)
      const body = JSON.stringify({
        ...{ batch: randomUUID(), sentAt: at, sdk: 'by hand', dropped: 0 },
        exposures: units.map((unit) => ({ run: this.#rule.run, variant: arm(unit), unit, at })),
        events: units.map((unit, n) => ({ event: this.#event, unit, at, value: values[n] })),
      })
      await this.#untilAcknowledged(body)
      // Sends the batch again, as if its response had been lost.
      if (this.#chance() < 0.2) {
        this.repeated += 1
        await this.#untilAcknowledged(body)
      }
      this.acknowledged.values.push(...values)
      this.acknowledged.units.push(...units)
      await rest(40)
    }
  }

  async #untilAcknowledged(body: string): Promise<void> {
    for (;;) {
      this.sent += 1
      const answer = await this.#ask(body)
      if (answer.receipt) {
        const { accepted, refused } = answer.receipt
        if (accepted !== 2 * rowsEach || refused.length > 0) this.wrong.push(answer.receipt)
        return
      }
      this.unanswered += 1
      if (answer.status !== 0 && answer.status !== 503) this.wrong.push(answer.status)
      await sleep(20)
    }
  }

  /** Sends a batch to one of the servers. The status is 0 if there is no response. */
  async #ask(body: string): Promise<{ status: number; receipt?: TrackReceipt }> {
    const url = this.#urls[Math.floor(this.#chance() * this.#urls.length)] ?? ''
    const headers = { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' }
    try {
      const answer = await fetch(`${url}/sdk/v1/events`, {
        ...{ method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) },
      })
      const text = await answer.text()
      return { status: answer.status, ...(answer.status === 202 && { receipt: JSON.parse(text) as TrackReceipt }) }
    } catch {
      return { status: 0 }
    }
  }
}
