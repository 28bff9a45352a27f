import type { AnyFlags } from '../core/calls.ts'
import type { PageFanion } from '../core/page.ts'

/** What the toolbar needs of the client that `createFanion` of the browser entry made. */
export type AnyPageFanion = Pick<PageFanion, 'inspect' | 'on' | 'status'>

/** A flag with values of any type, whatever context it asks for. */
export type AnyFlag = AnyFlags[string]
