import type { Flag } from '../core/define-flags.ts'
import type { PageFanion } from '../core/page.ts'
import type { Status } from '../core/status.ts'

/** A readable Svelte store: `$checkout`. */
export type Store<Value> = {
  /** Calls `run` with the current value, and again whenever it changes. Returns a function that unsubscribes. */
  readonly subscribe: (run: (value: Value) => void) => () => void
}

/**
 * Creates a Svelte store of a declared flag: `const checkout = flagStore(fanion, flags.checkout)`, then `{#if
 * $checkout}`. Updates only if the value changes, and listens only while it has subscribers.
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

/** Creates a Svelte store of the connection's status. */
export const statusStore = (fanion: Pick<PageFanion, 'status' | 'on'>): Store<Status> => ({
  subscribe: (run) => {
    run(fanion.status)
    return fanion.on('status', run)
  },
})
