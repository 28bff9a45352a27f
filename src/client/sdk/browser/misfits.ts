import type { acceptsFor } from '../core/accept.ts'
import type { Answer } from '../core/answers.ts'
import type { AnyFlags } from '../core/calls.ts'
import { createMisfits, type Known } from '../core/misfits.ts'
import type { Fault } from '../core/status.ts'

/** Holds what a page declares to what it was answered; loaded where something does not fit. */
export const createPageMisfits = (flags: AnyFlags, tell: (fault: Fault) => void, accepts: typeof acceptsFor) => {
  const look = createMisfits(flags, tell, accepts, 'pages are given no flag')
  const types = new Map(Object.values(flags).map(({ key, type }) => [key, type]))
  return (answers: Iterable<Answer>): void =>
    look(
      Object.fromEntries(
        Array.from(answers, ({ key, value }): [string, Known] => [
          key,
          // what is answered by the program's own default fits
          value === undefined
            ? { type: types.get(key) ?? '', variants: {} }
            : { type: typeof value, variants: { value } },
        ]),
      ),
    )
}
