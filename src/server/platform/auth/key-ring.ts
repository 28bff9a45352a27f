import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { keyHash } from '../../features/access/keys/key-hash.ts'
import { deadKeysAmong } from '../../features/access/keys/queries.ts'
import { isUnavailable } from '../db/failure.ts'
import type { Db } from '../db/pool.ts'
import { rejectAfter } from '../db/reject-after.ts'
import type { MaybePromise } from '../kernel/maybe-promise.ts'
import type { CachedSdkKey } from '../snapshot-cache/snapshot-cache.ts'
import { publicKeyHolder, type SdkKeyHolder, sdkKeyHolder } from './sdk-key-holder.ts'

const freshMs = 10_000
const answerMs = 2_000

type CachedKey = { readonly holder: SdkKeyHolder; readonly at: number }

type StoredKeys = {
  readonly findKey: (hash: string) => Promise<CachedSdkKey | undefined>
  readonly findKeyById: (id: string) => Promise<CachedSdkKey | undefined>
}

type Options = { readonly most?: number; readonly now?: () => Date }

/**
 * Cache of SDK keys. Entries are refreshed after 10 seconds or when a key is revoked. While the database is down,
 * cached keys stay valid because evaluation must continue; keys not in memory are read from disk.
 */
export class KeyRing {
  readonly #db: Db
  readonly #kept: StoredKeys | undefined
  readonly #onNew: (() => void) | undefined
  readonly #most: number
  readonly #now: () => Date
  readonly #seen = new Map<string, CachedKey>()
  readonly #asking = new Map<string, Promise<SdkKeyHolder>>()

  /**
   * Calls `onNew` for every key that is seen for the first time. Caches at most `most` keys; `now` decides which have
   * expired.
   */
  constructor(db: Db, kept?: StoredKeys, onNew?: () => void, { most = 10_000, now = () => new Date() }: Options = {}) {
    this.#db = db
    this.#kept = kept
    this.#onNew = onNew
    this.#most = most
    this.#now = now
  }

  /** Returns the holder of a key. Throws the same errors as `sdkKeyHolder`. */
  holder(text: string | undefined): MaybePromise<SdkKeyHolder> {
    const seen = text === undefined ? undefined : this.#seen.get(text)
    const ageMs = seen ? this.#now().getTime() - seen.at : -1
    // A clock that was set back must not make an entry look fresh.
    if (seen && ageMs >= 0 && ageMs < freshMs) return seen.holder
    return text === undefined ? this.#ask(text, seen) : this.#once(text, () => this.#ask(text, seen))
  }

  /** Returns the holder of a key by its public id. Throws the same errors as `publicKeyHolder`. */
  publicHolder(id: string, kind: SdkKeyHolder['kind'] = 'client'): MaybePromise<SdkKeyHolder> {
    const name = `${kind}:${id}`
    const seen = this.#seen.get(name)
    const ageMs = seen ? this.#now().getTime() - seen.at : -1
    if (seen && ageMs >= 0 && ageMs < freshMs) return seen.holder
    return this.#once(name, () => this.#askPublic(id, kind, seen))
  }

  /** Shares one database query between concurrent requests for the same key. */
  #once(name: string, ask: () => Promise<SdkKeyHolder>): Promise<SdkKeyHolder> {
    const underWay = this.#asking.get(name)
    if (underWay) return underWay
    const asked = ask().finally(() => {
      if (this.#asking.get(name) === asked) this.#asking.delete(name)
    })
    this.#asking.set(name, asked)
    return asked
  }

  async #askPublic(id: string, kind: SdkKeyHolder['kind'], seen: CachedKey | undefined): Promise<SdkKeyHolder> {
    const name = `${kind}:${id}`
    const now = this.#now()
    try {
      const holder = await rejectAfter(answerMs, publicKeyHolder(this.#db, id, now, kind))
      this.#remember(name, { holder, at: now.getTime() })
      return holder
    } catch (error) {
      if (seen && isUnavailable(error)) {
        // The next callers do not wait for the database again.
        this.#remember(name, { holder: seen.holder, at: now.getTime() })
        return seen.holder
      }
      this.#seen.delete(name)
      throw error
    }
  }

  /**
   * Throws `auth/token-invalid` if a key was revoked or has expired. While the database is down, the key must be cached
   * in memory or on disk; otherwise throws `server/unavailable`, as for a lookup by text.
   */
  async refuseDead(keyId: string, environmentId: string): Promise<void> {
    const now = this.#now()
    try {
      const dead = await rejectAfter(answerMs, deadKeysAmong(this.#db, [keyId], now))
      if (dead.length > 0) throw new FanionError('auth/token-invalid')
    } catch (error) {
      if (!isUnavailable(error)) throw error
      if (this.#hasSeen(keyId, environmentId)) return
      const known = await this.#kept?.findKeyById(keyId)
      if (known?.environmentId !== environmentId) throw error
      refuseExpired(known, now)
    }
  }

  #hasSeen(keyId: string, environmentId: string): boolean {
    for (const { holder } of this.#seen.values())
      if (holder.keyId === keyId && holder.environmentId === environmentId) return true
    return false
  }

  /** Evicts a revoked key. */
  forget(keyId: string): void {
    // Requests from now on must not share a query that started before the revocation.
    this.#asking.clear()
    for (const [text, { holder }] of this.#seen) if (holder.keyId === keyId) this.#seen.delete(text)
  }

  /** Evicts the entry that was refreshed longest ago. The others stay valid while the database is down. */
  #remember(name: string, seen: CachedKey): void {
    this.#seen.delete(name)
    const [oldest] = this.#seen.keys()
    if (this.#seen.size >= this.#most && oldest !== undefined) this.#seen.delete(oldest)
    this.#seen.set(name, seen)
  }

  async #ask(text: string | undefined, seen: CachedKey | undefined): Promise<SdkKeyHolder> {
    const now = this.#now()
    try {
      const holder = await rejectAfter(answerMs, sdkKeyHolder(this.#db, text, now))
      if (text !== undefined) this.#remember(text, { holder, at: now.getTime() })
      if (!seen) this.#onNew?.()
      return holder
    } catch (error) {
      if (text !== undefined && isUnavailable(error)) {
        // An expiry time that is already known applies even while the database is down.
        const kept = await this.#keptHolder(text, now)
        const holder = seen?.holder ?? kept
        if (holder) {
          // The next callers do not wait for the database again.
          this.#remember(text, { holder, at: now.getTime() })
          return holder
        }
      }
      if (text !== undefined && error instanceof FanionError) this.#seen.delete(text)
      throw error
    }
  }

  async #keptHolder(text: string, now: Date): Promise<SdkKeyHolder | undefined> {
    const found = await this.#kept?.findKey(keyHash(text).toString('hex'))
    if (!found) return undefined
    const { hash: _, expiresAt, ...holder } = found
    refuseExpired({ expiresAt }, now)
    return holder
  }
}

function refuseExpired({ expiresAt }: Pick<CachedSdkKey, 'expiresAt'>, now: Date): void {
  if (expiresAt !== null && new Date(expiresAt) <= now) throw new FanionError('auth/token-expired')
}
