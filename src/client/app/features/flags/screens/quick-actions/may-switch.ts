import { publishRefusal } from '../../../publishing/may-publish.ts'

/** Switching requires the same permission as publishing. */
export const switchRefusal = publishRefusal
