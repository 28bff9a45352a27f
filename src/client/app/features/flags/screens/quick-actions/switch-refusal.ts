import { publishRefusal } from '../../../publishing/publish-permission.ts'

/** Switching requires the same permission as publishing. */
export const switchRefusal = publishRefusal
