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
  /** Where the last datafile is kept for a start without the server. Its folder must be there. By default nowhere. */
  readonly cacheFile?: string | undefined
  /**
   * Where events and exposures are kept that the server did not take yet, so that the next start sends them: at most 16 MiB.
   * Its folder must be there. By default nowhere.
   */
  readonly outboxFile?: string | undefined
  /** Another `fetch`, for example one that goes through a proxy. */
  readonly fetch?: Fetch | undefined
  /**
   * Asks nobody: everything is answered from this datafile (or the file that a path leads to: what `/sdk/v1/datafile` gives,
   * or a `cacheFile`), or with the declared defaults where it is `true`. `url` and `key` are not needed then.
   */
  readonly offline?: boolean | string | Bootstrap | undefined
  /**
   * What stands in for the answers of flags while developing, by their names: values, or keys of variants. With `true` they
   * are read from the variable `FANION_OVERRIDES` (`checkout=on,hero=compact`) and from `fanion.local.json` in the working
   * folder; never where `NODE_ENV` is `production`. They are counted nowhere.
   */
  readonly overrides?: boolean | Readonly<Record<string, unknown>> | undefined
}

/**
 * Connects a program to its environment and evaluates its flags in its own memory: a call waits for nothing.
 * Throws a `TypeError` where an option cannot be right; nothing throws after that. Where `url` or `key` is not set, as in a
 * build or a test, it throws nothing: `status` says so, and flags answer with their defaults.
 *
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
