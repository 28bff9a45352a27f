import type { AnyFlags } from '../core/calls.ts'
import { createClient, type Fanion } from '../core/client.ts'
import type { ClientOptions } from '../core/options.ts'
import type { Fetch } from '../core/platform.ts'
import { nodePlatform } from './platform.ts'

export type { Answer, Answers } from '../core/answers.ts'
export type { BoundCall, BoundCalls, Call, Calls } from '../core/calls.ts'
export type { BoundFanion, Fanion } from '../core/client.ts'
export type { Attributes, Flag, Flags } from '../core/define-flags.ts'
export { defineFlags, objectFlag } from '../core/define-flags.ts'
export type { Details, ErrorCode, Reason } from '../core/details.ts'
export type { Logger } from '../core/logger.ts'
export type { Bootstrap } from '../core/options.ts'
export type { Ready } from '../core/ready.ts'
export type { Change, Fault, Source, State, Status } from '../core/status.ts'

export type NodeOptions<F extends AnyFlags> = ClientOptions<F> & {
  /** Where the last datafile is kept for a start without the server. Its folder must be there. By default nowhere. */
  readonly cacheFile?: string | undefined
  /** Another `fetch`, for example one that goes through a proxy. */
  readonly fetch?: Fetch | undefined
}

/**
 * Connects a program to its environment and evaluates its flags in its own memory: a call waits for nothing.
 * Throws a `TypeError` where `url`, `key` or `bootstrap` cannot be right; nothing throws after that.
 *
 * ```ts
 * const fanion = createFanion({ url: 'https://flags.example.com', key: process.env.FANION_KEY, flags })
 * await fanion.ready()
 * if (fanion.flags.checkout({ targetingKey: user.id })) …
 * ```
 */
export const createFanion = <F extends AnyFlags>({ cacheFile, fetch, ...options }: NodeOptions<F>): Fanion<F> =>
  createClient(nodePlatform(fetch ?? globalThis.fetch, cacheFile), options)
