import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'

/** Comparisons with numbers as an expression does them, in the language of rules. Nothing counts as zero. */
export const lineWords = (read: AttributeRef, strict: boolean) => {
  const leaf = (test: ExtendedTest, ofNothing: boolean, negate = false): Condition => ({
    ...{ read, test, missing: ofNothing ? 'true' : 'false' },
    ...(negate && { negate }),
  })
  /** What is compared though it has parts: an error where those are none. */
  const withoutParts = (condition: Condition): Condition =>
    strict
      ? {
          all: [
            condition,
            leaf({ op: 'type.is', type: 'array' }, true, true),
            leaf({ op: 'type.is', type: 'object' }, true, true),
          ],
        }
      : condition
  const compares = (rel: 'lt' | 'lte' | 'gt' | 'gte', limit: number, ofNothing: boolean): Condition =>
    withoutParts(leaf({ op: 'js.rel', rel, value: limit }, ofNothing))
  return {
    less: (limit: number) => compares('lt', limit, limit > 0),
    upTo: (limit: number) => compares('lte', limit, limit >= 0),
    more: (limit: number) => compares('gt', limit, limit < 0),
    from: (limit: number) => compares('gte', limit, limit <= 0),
    number: (): Condition => ({ any: [compares('lt', 0, false), compares('gte', 0, true)] }),
  }
}
