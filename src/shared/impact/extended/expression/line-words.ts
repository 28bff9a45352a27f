import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'

/** Writes numeric comparisons of expressions as conditions. Null and undefined count as 0. */
export const lineWords = (read: AttributeRef, strict: boolean) => {
  const leaf = (test: ExtendedTest, ofNothing: boolean, negate = false): Condition => ({
    ...{ read, test, missing: ofNothing ? 'true' : 'false' },
    ...(negate && { negate }),
  })
  /** In strict dialects, lists and objects are errors. */
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
