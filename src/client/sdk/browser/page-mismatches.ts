import type { createValueCheck } from '../core/accept.ts'
import type { Answer } from '../core/answers.ts'
import type { AnyFlags } from '../core/calls.ts'
import { createMismatchCheck, type ServedFlagShape } from '../core/mismatches.ts'
import type { Fault } from '../core/status.ts'

/** Compares a page's declared flags with its answers. Loaded only if something does not match. */
export const createPageMismatchCheck = (
  flags: AnyFlags,
  tell: (fault: Fault) => void,
  accepts: typeof createValueCheck,
) => {
  const look = createMismatchCheck(flags, tell, accepts, 'pages are given no flag')
  const types = new Map(Object.values(flags).map(({ key, type }) => [key, type]))
  return (answers: Iterable<Answer>): void =>
    look(
      Object.fromEntries(
        Array.from(answers, ({ key, value }): [string, ServedFlagShape] => [
          key,
          // An answer that uses the declared default matches by definition.
          value === undefined
            ? { type: types.get(key) ?? '', variants: {} }
            : { type: typeof value, variants: { value } },
        ]),
      ),
    )
}
