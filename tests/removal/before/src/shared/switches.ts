import { fanion } from '~/fanion'

/** Handles, taken apart once. */
export const { newCheckout, beta } = fanion.flags
export const isBold = fanion.flags.hero
