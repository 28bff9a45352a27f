import { whyNotPublish } from '../../../publishing/may-publish.ts'

/** The same as for a publish: a switch is one. */
export const whyNotSwitch = whyNotPublish
