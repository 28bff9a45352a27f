import { createFanion } from '@fanion/sdk/node'
import { fanionProvider } from '@fanion/sdk/openfeature'
import { OpenFeature } from '@openfeature/server-sdk'

const fanion = createFanion({ url: process.env.FANION_URL, key: process.env.FANION_KEY, flags: {} })
await OpenFeature.setProviderAndWait(fanionProvider(fanion))
console.log('checkout:', await OpenFeature.getClient().getBooleanValue('checkout', false, { targetingKey: 'user-1' }))
await OpenFeature.close()
