import { createFanion } from '@fanion/sdk/node'
import { flags } from './flags'

const start = () => {
  const client = createFanion({ url: process.env.FANION_URL, key: process.env.FANION_KEY, flags })
  return { client, ready: client.ready() }
}
// one for this process: Next.js loads modules more than once, for pages, for the proxy and after each edit
const shared = globalThis as { fanion?: ReturnType<typeof start> }
const started = () => (shared.fanion ??= start())

/** The client, as soon as it has the flags. Each page awaits it: Next.js draws a page beside its layout, not after it. */
export const fanion = async () => {
  const { client, ready } = started()
  await ready
  return client
}

/** The client at once, for whoever waits by other means. */
export const fanionNow = () => started().client
