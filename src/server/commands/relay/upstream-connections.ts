import type { RelayAnswer, RelayQuestion } from '../../../shared/features/status/schemas/relay.ts'
import { limits } from '../../../shared/limits.ts'
import type { Log } from '../../platform/kernel/ctx.ts'
import { confirmedRelayKeys, type KnownKey, type RelayKeys } from './relay-keys.ts'
import { RelayKeyRejected, UpstreamUnavailable } from './upstream.ts'
import type { UpstreamConnection } from './upstream-connection.ts'

/** Interval between retries with a rejected key: the rejection may have come from a misconfigured upstream. */
const refusedMs = 30_000

/** All links of a relay: queries all upstreams for keys that only one of them knows, and refreshes known keys. */
export class UpstreamConnections {
  readonly #links: readonly UpstreamConnection[]
  readonly #relay: string
  readonly #log: Log
  readonly #triedMs = new Map<UpstreamConnection, number>()
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> = Promise.resolve()
  #closed = false

  constructor(links: readonly UpstreamConnection[], relay: string, log: Log) {
    this.#links = links
    this.#relay = relay
    this.#log = log
  }

  /** Returns the link of an environment. Throws `UpstreamAway` if there is none. */
  of(environmentId: string): UpstreamConnection {
    const found = this.#links.find(({ place }) => place?.environmentId === environmentId)
    if (found === undefined) throw new UpstreamUnavailable('it has no such environment')
    return found
  }

  /** Queries one link on behalf of this relay. */
  ask(
    link: UpstreamConnection,
    question: Partial<Pick<RelayQuestion, 'keys' | 'builds'>> & { relay?: string },
  ): Promise<RelayAnswer> {
    return link.ask({ relay: question.relay ?? this.#relay, keys: question.keys ?? [], builds: question.builds ?? [] })
  }

  /** Queries every upstream for keys. `isWhole` is true if each responded or rejected the relay itself. */
  readonly find = async (names: readonly string[]): Promise<{ found: KnownKey[]; isWhole: boolean }> => {
    const clockMs = performance.now()
    const answers = await Promise.allSettled(this.#links.map((link) => this.ask(link, { keys: [...names] })))
    return {
      found: answers.flatMap((one) => (one.status === 'fulfilled' ? confirmedRelayKeys(one.value, clockMs) : [])),
      isWhole: answers.every((one) => one.status === 'fulfilled' || one.reason instanceof RelayKeyRejected),
    }
  }

  /** Refreshes all known keys every two seconds, and ends those that are not confirmed. */
  start(keys: RelayKeys, kept: () => Promise<void>): void {
    const again = () => {
      if (this.#closed) return
      this.#timer = setTimeout(() => {
        this.#round = this.#askAgain(keys)
          .then(kept)
          .catch((error: unknown) => this.#log.warn({ error: String(error) }, 'a round of asking failed'))
          .finally(again)
      }, limits.relayAskMs).unref()
    }
    again()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#round
    await Promise.all(this.#links.map((link) => link.close()))
  }

  async #askAgain(keys: RelayKeys): Promise<void> {
    keys.endOld()
    await Promise.all(this.#links.map((link) => this.#askLink(link, keys)))
  }

  async #askLink(link: UpstreamConnection, keys: RelayKeys): Promise<void> {
    const nowMs = performance.now()
    if (link.isRefused && nowMs - (this.#triedMs.get(link) ?? 0) < refusedMs) return
    this.#triedMs.set(link, nowMs)
    const environmentId = link.place?.environmentId
    const names = keys.all().flatMap((key) => (key.environmentId === environmentId ? [key.name] : []))
    try {
      for (let from = 0; from < Math.max(1, names.length); from += limits.relayKeysAsked) {
        const some = names.slice(from, from + limits.relayKeysAsked)
        const askedMs = performance.now()
        const answer = await this.ask(link, { keys: some })
        keys.confirm(confirmedRelayKeys(answer, askedMs))
        const working = new Set(answer.keys.map(({ name }) => name))
        keys.end(some.filter((name) => !working.has(name)))
      }
    } catch (error) {
      if (!(error instanceof UpstreamUnavailable || error instanceof RelayKeyRejected)) throw error
    }
  }
}
