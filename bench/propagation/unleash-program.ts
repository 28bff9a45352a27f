// An application that reads one flag with unleash-client and reports each change and its time to its parent.
import { createRequire } from 'node:module'
import { nowMs } from './clock.ts'

type Client = {
  isEnabled: (flag: string) => boolean
  on: (event: 'changed' | 'synchronized', listener: () => void) => void
}
// Safe cast: installed on demand in bench/unleash, so its types are not available
const { initialize } = createRequire(new URL('../unleash/package.json', import.meta.url))('unleash-client') as {
  initialize: (options: object) => Client
}

const [url, authorization, flag = ''] = process.argv.slice(2)
const client = initialize({
  url: `${url}api`,
  appName: 'bench',
  customHeaders: { authorization },
  disableMetrics: true,
})
client.on('changed', () => process.send?.({ revision: Number(client.isEnabled(flag)), atMs: nowMs() }))
client.on('synchronized', () => process.send?.({ ready: true }))
// keeps the process alive, because the client's timers do not
process.on('message', () => {})
