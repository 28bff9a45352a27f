import type { Final } from '../../schemas/extended-attribute.ts'
import type { Truth } from './state.ts'
import { Fatal } from './test.ts'

const truths: Readonly<Record<string, Truth>> = { true: 1, false: 0, unknown: -1 }

/** Converts a final result to a truth value; `null` must be handled before. Throws `Fatal` for `fatal:KIND`. */
export const final = (result: Final): Truth => {
  const known = truths[result]
  if (known !== undefined) return known
  throw new Fatal(result.startsWith('fatal:') ? result.slice('fatal:'.length) : 'MALFORMED_FLAG')
}
