import { onTestFinished } from 'vitest'
import type { AnyFlags } from '../../src/client/sdk/core/calls.ts'
import { createClient } from '../../src/client/sdk/core/client.ts'
import type { Fanion } from '../../src/client/sdk/core/fanion.ts'
import type { ClientOptions } from '../../src/client/sdk/core/options.ts'
import type { Platform } from '../../src/client/sdk/core/platform.ts'
import { connectMs } from '../../src/client/sdk/core/send-request.ts'
import { nodePlatform } from '../../src/client/sdk/node/platform.ts'
import { aDatafile, aFlag, serverKey, WireServer } from './wire-server.ts'

/** A wire server with one flag, `checkout`, on at revision 1. Stopped when the test ends. */
export const aServer = async (datafile = aDatafile(1, [aFlag('checkout', true)])): Promise<WireServer> => {
  const server = await new WireServer(datafile).start()
  onTestFinished(() => server.stop())
  return server
}

const haste = 10

/**
 * Node's platform with a real network but faster timers: pauses and silences are ten times shorter, so that a test of a
 * thirty-second pause is quick. Time limits for server responses are unchanged, because a slow machine is not a fault.
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

/** A client with faster timers. Closed when the test ends. */
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

/** Waits until a condition is true. Fails with its state after longer than a slow machine could need. */
export const until = async (holds: () => boolean, what: () => unknown = () => holds.toString()): Promise<void> => {
  const deadline = performance.now() + 15_000
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`never came: ${JSON.stringify(what())}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
