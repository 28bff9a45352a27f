import { FanionError } from '../../shared/errors/fanion-error.ts'
import { isUnavailable } from '../db/failure.ts'
import type { Db } from '../db/pool.ts'
import { within } from '../db/within.ts'
import { type SdkKeyHolder, sdkKeyHolder } from './sdk-key-holder.ts'

const freshMs = 10_000
const atMost = 10_000
const answerMs = 2_000

/**
 * SDK keys as they were last seen in the database: asked again after 10 seconds or once revoked, and good for as long as
 * the database is away, because evaluation goes on without it.
 */
export class KeyRing {
  readonly #db: Db
  readonly #seen = new Map<string, { holder: SdkKeyHolder; at: number }>()

  constructor(db: Db) {
    this.#db = db
  }

  /** The holder of a key, with the refusals of `sdkKeyHolder`. */
  async holder(text: string | undefined): Promise<SdkKeyHolder> {
    const now = new Date()
    const seen = text === undefined ? undefined : this.#seen.get(text)
    if (seen && now.getTime() - seen.at < freshMs) return seen.holder
    try {
      const holder = await within(answerMs, sdkKeyHolder(this.#db, text, now))
      if (this.#seen.size >= atMost) this.#seen.clear()
      if (text !== undefined) this.#seen.set(text, { holder, at: now.getTime() })
      return holder
    } catch (error) {
      if (seen && text !== undefined && isUnavailable(error)) {
        // those who ask next do not wait for the database again
        this.#seen.set(text, { ...seen, at: now.getTime() })
        return seen.holder
      }
      if (text !== undefined && error instanceof FanionError) this.#seen.delete(text)
      throw error
    }
  }

  /** Forgets a key that was revoked. */
  forget(keyId: string): void {
    for (const [text, { holder }] of this.#seen) if (holder.keyId === keyId) this.#seen.delete(text)
  }
}
