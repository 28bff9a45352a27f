import { defineFlags } from '@fanion/sdk'

/** The flags of the shop. */
export const flags = defineFlags({
  // everybody has it since spring
  newCheckout: { key: 'new-checkout', type: 'boolean', default: false },
  /** How the first page greets. */
  hero: { type: 'string', variants: ['classic', 'compact', 'bold'], default: 'classic' },
  beta: { type: 'boolean', default: false },
})
