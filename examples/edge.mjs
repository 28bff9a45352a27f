import { createFanion, defineFlags } from '@fanion/sdk/edge'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const fanion = createFanion({ url: process.env.FANION_URL, key: process.env.FANION_KEY, flags })
await fanion.ready()
console.log('checkout:', fanion.flags.checkout({ targetingKey: 'user-1' }))
await fanion.close()
