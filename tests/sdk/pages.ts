import { EventSource } from 'eventsource'
import { onTestFinished } from 'vitest'
import { createPageClient } from '../../src/client/sdk/browser/client.ts'
import { openEventSource } from '../../src/client/sdk/browser/page-platform.ts'
import type { BrowserPlatform } from '../../src/client/sdk/browser/platform.ts'
import type { AnyFlags } from '../../src/client/sdk/core/calls.ts'
import type { BrowserOptions, PageFanion } from '../../src/client/sdk/core/page.ts'
import { clientKey, OfrepServer } from './ofrep-server.ts'
import { hastyPlatform } from './world.ts'

/** A server for pages. Stopped when the test ends. */
export const anOfrepServer = async (evaluate: OfrepServer['evaluate']): Promise<OfrepServer> => {
  const server = await new OfrepServer(evaluate).start()
  onTestFinished(() => server.stop())
  return server
}

/** The platform of a page with faster timers: real network and event streams, with its own storage and visibility. */
export const aPage = (storage = new Map<string, string>(), hasty = hastyPlatform()) => {
  let tellVisible: (visible: boolean) => void = () => {}
  const platform: BrowserPlatform = {
    ...hasty,
    name: '@fanion/sdk/browser',
    // The Node library's event source has everything used of a page's.
    listen: (url, listener) =>
      openEventSource(EventSource as unknown as typeof globalThis.EventSource, url, listener, hasty.startTimer),
    recall: (name) => storage.get(name) ?? null,
    keep: (name, text) => void storage.set(name, text),
    onVisibility: (tell) => {
      tellVisible = tell
      return () => {
        tellVisible = () => {}
      }
    },
  }
  return { platform, storage, see: (visible: boolean) => tellVisible(visible) }
}

/** A client of such a page. Closed when the test ends. */
export const aPageClient = <F extends AnyFlags>(
  server: OfrepServer,
  flags: F,
  options: Partial<BrowserOptions<F>> = {},
  { platform } = aPage(),
  connected = true,
): PageFanion<F> => {
  const fanion = createPageClient(platform, { url: server.url, key: clientKey, flags, ...options }, connected)
  onTestFinished(fanion.close)
  return fanion
}
