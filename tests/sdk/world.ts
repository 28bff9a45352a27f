import { onTestFinished } from 'vitest'
import type { AnyFlags } from '../../src/client/sdk/core/calls.ts'
import { createClient } from '../../src/client/sdk/core/client.ts'
import { connectMs } from '../../src/client/sdk/core/exchange.ts'
import type { Fanion } from '../../src/client/sdk/core/fanion.ts'
import type { ClientOptions } from '../../src/client/sdk/core/options.ts'
import type { Platform } from '../../src/client/sdk/core/platform.ts'
import { nodePlatform } from '../../src/client/sdk/node/platform.ts'
import { aDatafile, aFlag, serverKey, WireServer } from './wire-server.ts'

/** A wire server with one flag, `checkout`, on at revision 1, stopped when the test ends. */
export const aServer = async (datafile = aDatafile(1, [aFlag('checkout', true)])): Promise<WireServer> => {
  const server = await new WireServer(datafile).start()
  onTestFinished(() => server.stop())
  return server
}

const haste = 10

/**
 * Node's own platform, in haste: pauses and silences are ten times shorter, so that a test of a pause of thirty seconds
 * need not last so long. What the library gives a server to answer stays as long as it is, for a slow machine is no
 * fault. The network is the real one.
 */
export const hastyPlatform = (change: Partial<Platform> = {}, cacheFile?: string): Platform => {
  const real = nodePlatform(globalThis.fetch, cacheFile)
  return {
    ...real,
    startTimer: (run, afterMs, hold) => real.startTimer(run, afterMs === connectMs ? afterMs : afterMs / haste, hold),
    warn: () => {},
    ...change,
  }
}

/** A client in haste, closed when the test ends. */
export const aClient = <F extends AnyFlags>(
  server: WireServer,
  flags: F,
  options: Partial<ClientOptions<F>> = {},
  platform: Platform = hastyPlatform(),
): Fanion<F> => {
  const fanion = createClient(platform, { url: server.url, key: serverKey, flags, ...options })
  onTestFinished(fanion.close)
  return fanion
}

/** Waits until something holds; fails with what it was when that takes longer than a slow machine could need. */
export const until = async (holds: () => boolean, what: () => unknown = () => holds.toString()): Promise<void> => {
  const deadline = performance.now() + 15_000
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`never came: ${JSON.stringify(what())}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
