import type { AnyFlags } from '../core/calls.ts'
import { createClient } from '../core/client.ts'
import type { AnyEvents } from '../core/define-events.ts'
import type { Fanion } from '../core/fanion.ts'
import type { ClientOptions } from '../core/options.ts'
import type { Fetch } from '../core/platform.ts'
import { edgePlatform } from './platform.ts'

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

export type EdgeOptions<F extends AnyFlags, E extends AnyEvents = AnyEvents> = ClientOptions<F, E> & {
  /** Replaces the global `fetch`, for example with one that is bound to a service of the runtime. */
  readonly fetch?: Fetch | undefined
}

/**
 * Creates a client for runtimes with web standards and no file system: Deno, Bun, edge workers. If the runtime suspends
 * between requests, create one client per request with a stored `bootstrap`.
 */
export const createFanion = <F extends AnyFlags, E extends AnyEvents = AnyEvents>({
  fetch,
  ...options
}: EdgeOptions<F, E>): Fanion<F, E> => createClient(edgePlatform(fetch), options)
