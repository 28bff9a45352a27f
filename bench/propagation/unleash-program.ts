// A program that reads one flag by unleash-client and tells its parent of every change, and when.
import { createRequire } from 'node:module'
import { nowMs } from './clock.ts'

type Client = {
  isEnabled: (flag: string) => boolean
  on: (event: 'changed' | 'synchronized', listener: () => void) => void
}
// installed on demand in bench/unleash, so without types here
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
// its timers do not keep a process alive; a parent that is listened to does
process.on('message', () => {})
