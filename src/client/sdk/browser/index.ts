import type { AnyFlags } from '../core/calls.ts'
import type { AnyEvents } from '../core/define-events.ts'
import { inPage } from '../core/in-page.ts'
import type { BrowserOptions, PageFanion } from '../core/page.ts'
import { createPageClient } from './client.ts'
import { pagePlatform } from './platform.ts'

export type { Answer, Answers } from '../core/answers.ts'
export type { AnyEvents, EventDeclaration } from '../core/define-events.ts'
export { defineEvents } from '../core/define-events.ts'
export type { Attributes, Flag, Flags } from '../core/define-flags.ts'
export { defineFlags, objectFlag } from '../core/define-flags.ts'
export type { Details, ErrorCode, Reason } from '../core/details.ts'
export type { Logger } from '../core/logger.ts'
export type { BrowserOptions, PageCall, PageCalls, PageChange, PageContext, PageFanion } from '../core/page.ts'
export type { Ready } from '../core/ready.ts'
export type { Fault, Source, State, Status } from '../core/status.ts'

/**
 * Creates the client of a page. The server evaluates flags for the page's context; rules never reach the browser.
 * During server-side rendering, or without `url` or `key`, it serves the bootstrapped answers and sends no requests.
 * Throws a `TypeError` if `url` or `key` is invalid; nothing throws after that.
 */
export const createFanion = <F extends AnyFlags, E extends AnyEvents = AnyEvents>(
  options: BrowserOptions<F, E>,
): PageFanion<F, E> => createPageClient(pagePlatform(options), options, inPage())
