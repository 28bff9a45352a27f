import { defineFlags } from '@fanion/sdk'

/** The flags of the shop. */
export const flags = defineFlags({
  beta: { type: 'boolean', default: false },
})
