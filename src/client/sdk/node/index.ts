import type { AnyFlags } from '../core/calls.ts'
import { createClient } from '../core/client.ts'
import type { AnyEvents } from '../core/define-events.ts'
import type { Fanion } from '../core/fanion.ts'
import type { Bootstrap, ClientOptions } from '../core/options.ts'
import type { Fetch } from '../core/platform.ts'
import { localOverrides } from './local-overrides.ts'
import { readOffline } from './offline-file.ts'
import { nodePlatform } from './platform.ts'

export type { Answer, Answers } from '../core/answers.ts'
export type { Build } from '../core/build.ts'
export type { BoundCall, BoundCalls, Call, Calls } from '../core/calls.ts'
export type { AnyEvents, EventDeclaration } from '../core/define-events.ts'
export { defineEvents } from '../core/define-events.ts'
export type { Attributes, Flag, Flags } from '../core/define-flags.ts'
export { defineFlags, objectFlag } from '../core/define-flags.ts'
export type { Details, ErrorCode, Reason } from '../core/details.ts'
export type { BoundFanion, Fanion, RequestOverrides } from '../core/fanion.ts'
export type { Hook, HookContext, HookDetails } from '../core/hooks.ts'
export type { Logger } from '../core/logger.ts'
export type { Bootstrap } from '../core/options.ts'
export type { Ready } from '../core/ready.ts'
export type { Change, Fault, Source, State, Status } from '../core/status.ts'

export type NodeOptions<F extends AnyFlags, E extends AnyEvents = AnyEvents> = Omit<
  ClientOptions<F, E>,
  'offline' | 'overrides'
> & {
  /** File that caches the last datafile, for a start without the server. Its folder must exist. Default: none. */
  readonly cacheFile?: string | undefined
  /**
   * File that stores events and exposures that the server has not acknowledged, at most 16 MiB. The next start sends
   * them. Its folder must exist. Default: none.
   */
  readonly outboxFile?: string | undefined
  /** Replaces the global `fetch`, for example with one that uses a proxy. */
  readonly fetch?: Fetch | undefined
  /**
   * Contacts no server. Serves this datafile, or the declared defaults if `true`. A text is the path of a file: a
   * response of `/sdk/v1/datafile`, or a `cacheFile`. `url` and `key` are not needed.
   */
  readonly offline?: boolean | string | Bootstrap | undefined
  /**
   * Fixed values or variant keys, by flag name, for development. `true` reads them from the variable `FANION_OVERRIDES`
   * (`checkout=on,hero=compact`) and from `fanion.local.json` in the working directory, except if `NODE_ENV` is
   * `production`. Overridden evaluations are not counted.
   */
  readonly overrides?: boolean | Readonly<Record<string, unknown>> | undefined
}

/**
 * Creates a client that connects to an environment and evaluates its flags in memory. Calls never wait.
 * Throws a `TypeError` if an option is invalid; nothing throws after that. Without `url` or `key`, as in a build or a
 * test, it does not throw: `status` reports it, and flags serve their defaults.
 * ```ts
 * const fanion = createFanion({ url: 'https://flags.example.com', key: process.env.FANION_KEY, flags })
 * await fanion.ready()
 * if (fanion.flags.checkout({ targetingKey: user.id })) …
 * ```
 */
export const createFanion = <F extends AnyFlags, E extends AnyEvents = AnyEvents>({
  cacheFile,
  outboxFile,
  fetch,
  offline,
  overrides,
  ...options
}: NodeOptions<F, E>): Fanion<F, E> =>
  createClient(nodePlatform(fetch ?? globalThis.fetch, cacheFile, outboxFile), {
    ...options,
    offline: typeof offline === 'string' ? readOffline(offline) : offline,
    overrides: typeof overrides === 'boolean' ? localOverrides(overrides) : overrides,
  })
