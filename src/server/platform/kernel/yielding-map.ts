import { setImmediate as turn } from 'node:timers/promises'

/** Items to process before yielding to the event loop: a few milliseconds of work. */
const atOnce = 200

/** Maps items while yielding to the event loop at intervals. */
export async function yieldingMap<T, R>(items: readonly T[], make: (item: T) => R): Promise<R[]> {
  const made: R[] = []
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % atOnce === 0) await turn()
    made.push(make(item))
  }
  return made
}

/** Runs an iterator to its end while yielding to the event loop at intervals. */
export async function runYielding<R>(steps: Iterator<undefined, R, undefined>): Promise<R> {
  for (let at = 1; ; at += 1) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (at % atOnce === 0) await turn()
  }
}
