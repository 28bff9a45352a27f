// A program that reads one boolean flag by the client library and tells its parent of every change, and when.
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
