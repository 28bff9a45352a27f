import type { AnyFlags } from '../core/calls.ts'
import type { PageFanion } from '../core/page.ts'

/** The part of a browser client that the toolbar uses. */
export type AnyPageFanion = Pick<PageFanion, 'inspect' | 'on' | 'status'>

export type AnyFlag = AnyFlags[string]
