import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { RelayAnswer, RelayedKey } from '../../../shared/features/status/schemas/relay.ts'
import { limits } from '../../../shared/limits.ts'
import { keyHash } from '../../features/access/keys/key-hash.ts'
import { refuseMalformedKey, refuseMalformedPublicId, type SdkKeyHolder } from '../../platform/auth/sdk-key-holder.ts'
import type { MaybePromise } from '../../platform/kernel/maybe-promise.ts'

/** A key in a relay's memory: its hash, with the time of its last confirmation. */
export type KnownKey = Omit<RelayedKey, 'ageMs'> & {
  readonly environmentId: string
  readonly project: string
  readonly environment: string
  /** On the process's monotonic clock, so that changing the wall clock cannot extend a key's life. */
  readonly confirmedMs: number
}

/** Queries every upstream for names. `isWhole` is false if one could not be queried. */
type FetchRelayKeys = (names: readonly string[]) => Promise<{ found: readonly KnownKey[]; isWhole: boolean }>

type Options = {
  readonly ask: FetchRelayKeys
  readonly hasStream: (keyId: string) => boolean
  /** A key no longer works. */
  readonly onGone: (keyId: string) => void
  /** The set of known keys has changed. */
  readonly onChange: () => void
  readonly now: () => Date
  readonly clockMs?: () => number
}

/** How long an unknown name is not queried again. */
const unknownMs = 5_000
/** Names that arrive within this time are queried together. */
const gatherMs = 5

/** The keys that an upstream's response confirms. */
export const confirmedRelayKeys = (answer: RelayAnswer, clockMs: number): KnownKey[] => {
  const { environmentId, project, environment } = answer
  return answer.keys.map(({ ageMs, ...key }) => ({
    ...key,
    ...{ environmentId, project, environment },
    confirmedMs: clockMs - ageMs,
  }))
}

/**
 * The keys of a relay's SDKs. Only confirmed keys are accepted. Confirmed keys are refreshed every two seconds, and
 * stay valid while the upstream is down, for a day at most.
 */
export class RelayKeys {
  readonly #options: Options
  readonly #clockMs: () => number
  readonly #known = new Map<string, KnownKey>()
  readonly #usedMs = new Map<string, number>()
  readonly #unknown = new Map<string, number>()
  #gathering: { names: Set<string>; asked: Promise<boolean> } | undefined

  constructor(options: Options) {
    this.#options = options
    this.#clockMs = options.clockMs ?? (() => performance.now())
  }

  /** Returns the holder of a key. Throws the same errors as `sdkKeyHolder`. */
  holder(text: string | undefined): MaybePromise<SdkKeyHolder> {
    return this.find(keyHash(refuseMalformedKey(text)).toString('hex'))
  }

  /** Returns the holder of a client key by its public id. Relays do not serve payloads named by a server key's id. */
  publicHolder(id: string, kind: SdkKeyHolder['kind'] = 'client'): MaybePromise<SdkKeyHolder> {
    refuseMalformedPublicId(id, kind)
    if (kind === 'client') return this.find(`client:${id}`)
    const sentence = 'A relay serves this payload with a server key in Authorization, not by its public id.'
    throw new FanionError('auth/token-invalid', {}, sentence)
  }

  /** Throws if the key with this id no longer works. */
  async refuseDead(keyId: string, environmentId: string): Promise<void> {
    const holder = await this.find(`id:${keyId}`)
    if (holder.environmentId !== environmentId) throw new FanionError('auth/token-invalid')
  }

  find(name: string): MaybePromise<SdkKeyHolder> {
    const known = this.#fresh(name)
    return known ? this.#holderOf(known) : this.#ask(name)
  }

  /**
   * Returns the valid keys of an environment among `names`, for relays behind this one. Throws `server/unavailable` if
   * that is unknown.
   */
  async named(environmentId: string, names: readonly string[]): Promise<RelayedKey[]> {
    const found = await Promise.all(names.map((name) => this.#orNull(name)))
    return found.flatMap((known) => (known?.environmentId === environmentId ? [this.#told(known)] : []))
  }

  /** All known keys, for storing and refreshing. */
  all(): KnownKey[] {
    return [...this.#known.values()]
  }

  /** Adds stored or confirmed keys. */
  confirm(keys: readonly KnownKey[]): void {
    for (const key of keys) {
      const before = this.#known.get(key.name)
      if (before === undefined) {
        // The oldest key is evicted. It is queried again when it is used.
        if (this.#known.size >= limits.relayKeys) this.#known.delete(this.#known.keys().next().value ?? '')
        this.#options.onChange()
      }
      if (!this.#usedMs.has(key.name)) this.#usedMs.set(key.name, this.#clockMs())
      // An older confirmation says nothing new.
      if (before === undefined || before.confirmedMs <= key.confirmedMs) this.#known.set(key.name, key)
      this.#unknown.delete(key.name)
    }
  }

  /** Ends keys that an upstream did not confirm. */
  end(names: readonly string[]): void {
    for (const name of names) {
      const known = this.#known.get(name)
      if (known === undefined) continue
      this.#known.delete(name)
      this.#usedMs.delete(name)
      this.#options.onGone(known.keyId)
      this.#options.onChange()
    }
  }

  /** Ends keys that have expired, or were not confirmed or used for too long. */
  endOld(): void {
    const isOld = (known: KnownKey) => this.#isOver(known) || this.#isStale(known) || this.#isUnused(known)
    this.end(this.all().flatMap((known) => (isOld(known) ? [known.name] : [])))
  }

  #isOver = ({ expiresAt }: KnownKey) => expiresAt !== null && new Date(expiresAt) <= this.#options.now()
  #isStale = ({ confirmedMs }: KnownKey) => this.#clockMs() - confirmedMs > limits.relayKeysKeptMs

  #isUnused = ({ name, keyId }: KnownKey) =>
    this.#clockMs() - (this.#usedMs.get(name) ?? 0) > limits.relayKeysKeptMs && !this.#options.hasStream(keyId)

  #fresh(name: string): KnownKey | undefined {
    const known = this.#known.get(name)
    return known === undefined || this.#isStale(known) ? undefined : known
  }

  #holderOf(known: KnownKey): SdkKeyHolder {
    if (this.#isOver(known)) throw new FanionError('auth/token-expired')
    const { name, keyId, kind, allowedOrigins, project, environment, environmentId } = known
    this.#usedMs.set(name, this.#clockMs())
    return { keyId, kind, allowedOrigins, project, environment, environmentId }
  }

  #told(known: KnownKey): RelayedKey {
    const { name, keyId, kind, allowedOrigins, expiresAt, confirmedMs } = known
    const ageMs = Math.max(0, Math.ceil(this.#clockMs() - confirmedMs))
    return { name, keyId, kind, allowedOrigins, expiresAt, ageMs }
  }

  /** Null if no upstream knows the name. */
  async #orNull(name: string): Promise<KnownKey | null> {
    const known = this.#fresh(name)
    if (known === undefined) await this.#whole(name)
    const found = this.#fresh(name)
    if (found === undefined || this.#isOver(found)) return null
    this.#usedMs.set(name, this.#clockMs())
    return found
  }

  async #ask(name: string): Promise<SdkKeyHolder> {
    await this.#whole(name)
    const known = this.#fresh(name)
    if (known) return this.#holderOf(known)
    throw new FanionError('auth/token-invalid', {}, 'This SDK key opens nothing at this relay.')
  }

  /**
   * Queries a name unless it is known to be unknown. Throws `server/unavailable` if an upstream could not be queried.
   */
  async #whole(name: string): Promise<void> {
    const since = this.#unknown.get(name)
    if (since !== undefined && this.#clockMs() - since < unknownMs) return
    const isWhole = await this.#gathered(name)
    if (this.#fresh(name)) return
    if (!isWhole) {
      const sentence = 'This relay can’t ask its upstream about this key now.'
      throw new FanionError('server/unavailable', { retryAfterSeconds: 2 }, sentence)
    }
    if (this.#unknown.size >= limits.relayKeys) this.#unknown.clear()
    this.#unknown.set(name, this.#clockMs())
  }

  #gathered(name: string): Promise<boolean> {
    if (this.#gathering === undefined || this.#gathering.names.size >= limits.relayKeysAsked) {
      const names = new Set<string>()
      const asked = new Promise<void>((resolve) => setTimeout(resolve, gatherMs)).then(async () => {
        if (this.#gathering?.names === names) this.#gathering = undefined
        const { found, isWhole } = await this.#options.ask([...names])
        this.confirm(found)
        return isWhole
      })
      this.#gathering = { names, asked }
    }
    this.#gathering.names.add(name)
    return this.#gathering.asked
  }
}
