import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MaybePromise } from '../../kernel/maybe-promise.ts'

/** Maximum time to evaluate one request's flags before yielding. A single flag has its own budget. */
const sliceMs = 10

/** Items between two reads of the clock. */
const between = 32

/** Calls a function for each item: synchronously if that is quick, else yielding to the event loop in between. */
export function yieldingForEach<T>(list: readonly T[], act: (one: T) => void, from = 0): MaybePromise<void> {
  const started = performance.now()
  for (let at = from; at < list.length; at += 1) {
    if ((at - from) % between === between - 1 && performance.now() - started > sliceMs) {
      return nextTurn().then(() => yieldingForEach(list, act, at))
    }
    // The index is within the list.
    act(list[at] as T)
  }
}
