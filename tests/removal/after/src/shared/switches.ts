import { fanion } from '~/fanion'

/** Handles, taken apart once. */
export const { beta } = fanion.flags
