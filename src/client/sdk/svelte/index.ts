import type { Flag } from '../core/define-flags.ts'
import type { PageFanion } from '../core/page.ts'
import type { Status } from '../core/status.ts'

/** What Svelte reads with a dollar sign: `$checkout`. */
export type Store<Value> = {
  /** Calls `run` with the value at once, and with each other one that follows. The answer ends it. */
  readonly subscribe: (run: (value: Value) => void) => () => void
}

/**
 * A declared flag as a Svelte store: `const checkout = flagStore(fanion, flags.checkout)`, then `{#if $checkout}`. It tells
 * only when the value is another one, and listens only while something is drawn of it.
 */
export const flagStore = <Value>(fanion: Pick<PageFanion, 'value' | 'on'>, flag: Flag<Value, never>): Store<Value> => ({
  subscribe: (run) => {
    let last = fanion.value(flag)
    run(last)
    return fanion.on('change', () => {
      const next = fanion.value(flag)
      if (next !== last) run(next)
      last = next
    })
  },
})

/** How the page stands with the server, as a Svelte store. */
export const statusStore = (fanion: Pick<PageFanion, 'status' | 'on'>): Store<Status> => ({
  subscribe: (run) => {
    run(fanion.status)
    return fanion.on('status', run)
  },
})
