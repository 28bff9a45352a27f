import { setImmediate as turn } from 'node:timers/promises'

/** So many are done between two looks at what else waits: a few milliseconds of the work this is for. */
const atOnce = 200

/** Makes something of each item, a slice at a time: in between, this server serves everybody else. */
export async function inSlices<T, R>(items: readonly T[], make: (item: T) => R): Promise<R[]> {
  const made: R[] = []
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % atOnce === 0) await turn()
    made.push(make(item))
  }
  return made
}

/** Does work that comes in steps to its end, the same way. */
export async function inSteps<R>(steps: Iterator<undefined, R, undefined>): Promise<R> {
  for (let at = 1; ; at += 1) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (at % atOnce === 0) await turn()
  }
}
