import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Soon } from '../../kernel/soon.ts'

/** How long others wait while somebody's flags are evaluated; a single one has a budget of its own. */
const sliceMs = 10

/** How many are done between two looks at the clock. */
const between = 32

/** Does something with each of a list: at once where that is quick, else with turns for everybody else in between. */
export function inSlices<T>(list: readonly T[], act: (one: T) => void, from = 0): Soon<void> {
  const started = performance.now()
  for (let at = from; at < list.length; at += 1) {
    if ((at - from) % between === between - 1 && performance.now() - started > sliceMs) {
      return nextTurn().then(() => inSlices(list, act, at))
    }
    // The loop stays within the list.
    act(list[at] as T)
  }
}
