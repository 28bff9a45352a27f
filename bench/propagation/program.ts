// An application that reads one boolean flag with the SDK and reports each change and its time to its parent.
import { createFanion, defineFlags } from '../../src/client/sdk/node/index.ts'
import { nowMs } from './clock.ts'

const [url, key, flag = ''] = process.argv.slice(2)
const fanion = createFanion({ url, key, flags: defineFlags({ [flag]: { type: 'boolean', default: false } }) })
fanion.on('change', ({ revision }) => {
  const value = fanion.flags[flag]?.({ targetingKey: 'somebody' })
  process.send?.({ revision, value, atMs: nowMs() })
})
const { ready } = await fanion.ready({ timeoutMs: 30_000 })
process.send?.({ ready })
