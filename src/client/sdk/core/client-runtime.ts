import { fetchReportingBuild } from './build.ts'
import type { AnyFlags } from './calls.ts'
import { type ClientEvents, createClientEvents } from './client-events.ts'
import type { ClientSettings } from './client-settings.ts'
import type { ClientOptions } from './options.ts'
import type { Platform } from './platform.ts'
import { createStore, type Store } from './store.ts'

/** State and services shared by the parts of a client. */
export type ClientRuntime = {
  readonly platform: Platform
  readonly settings: ClientSettings
  readonly events: ClientEvents
  readonly store: Store
  /** Aborted when the client is closed. */
  readonly closing: AbortSignal
  /** The revision served now; null if only declared defaults are. */
  readonly revision: () => number | null
}

/** Builds the shared parts. If the client connects, every request names the program's build. */
export const createRuntime = (
  platform: Platform,
  settings: ClientSettings,
  { build, logger }: Pick<ClientOptions<AnyFlags>, 'build' | 'logger'>,
  closing: AbortSignal,
): ClientRuntime => {
  const { url, headers, flags: declared } = settings
  const store = createStore()
  return {
    platform:
      settings.standaloneReason === null
        ? { ...platform, fetch: fetchReportingBuild(platform, { url, headers, declared, build, signal: closing }) }
        : platform,
    settings,
    events: createClientEvents(platform, logger),
    store,
    closing,
    revision: () => store.datafile()?.revision ?? null,
  }
}
