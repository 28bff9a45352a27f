import type { AnyFlags } from './calls.ts'
import type { AnyEvents } from './define-events.ts'
import { createExposures } from './exposures.ts'
import type { ClientOptions } from './options.ts'
import { createOutbox } from './outbox.ts'
import type { Platform } from './platform.ts'
import type { Store } from './store.ts'
import { createTracking } from './tracking.ts'

/** A batch is closed this long after its first row. */
const closesMs = 5_000
const fileBytes = 16 * 1024 * 1024

/** Creates the outbox of an application, with the recorders of exposures and tracked events. */
export const createEventRecorders = (
  platform: Platform,
  { exposures, telemetry }: Pick<ClientOptions<AnyFlags, AnyEvents>, 'exposures' | 'telemetry'>,
  to: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  store: Pick<Store, 'slots' | 'datafile'>,
  fault: (message: string) => void,
) => {
  const kept = platform.outboxFile ? { ...platform.outboxFile, maxBytes: fileBytes } : null
  const outbox = createOutbox(platform, { ...to, closesMs, kept, fault })
  return {
    outbox,
    exposures:
      (exposures ?? telemetry !== false)
        ? createExposures(store.slots(), ({ run, variant, unit, by }) => {
            const at = new Date(platform.now()).toISOString()
            outbox.add('exposures', { run, variant, unit, by: by ?? undefined, at })
          })
        : null,
    track: createTracking(outbox, platform.now, store.datafile, fault),
  }
}
