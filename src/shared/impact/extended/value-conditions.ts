import type { Condition, ExtendedTest } from '../../schemas/condition.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { Json } from '../../schemas/keys.ts'

/** A kind of value that no test subdivides. */
export type ReadKind =
  | { readonly kind: 'named'; readonly value: unknown }
  /** Finite, unnamed numbers strictly between two. Undefined is the end of the line. */
  | { readonly kind: 'numbers'; readonly low: number | undefined; readonly high: number | undefined }
  | { readonly kind: 'texts' | 'list' | 'object' | 'strange' }

/** Returns a condition for exactly the values of some kinds, using tests that are never unknown. */
export const conditionForValues = (
  read: AttributeRef,
  kinds: readonly ReadKind[],
  namedTexts: () => readonly string[],
): Condition => {
  const asks = (test: ExtendedTest, negate = false): Condition => ({
    read,
    presence: 'any',
    test,
    ...(negate && { negate: true }),
  })
  const isType = (type: Extract<ExtendedTest, { op: 'type.is' }>['type'], negate = false) =>
    asks({ op: 'type.is', type }, negate)
  const compares = (rel: 'lt' | 'lte' | 'gt' | 'gte', value: number) =>
    asks({ op: 'num.rel', rel, values: [value], num: 'none' })
  const one = (kind: Exclude<ReadKind, { kind: 'named' }>): Condition => {
    switch (kind.kind) {
      case 'numbers': {
        const { low, high } = kind
        return {
          all: [
            low === undefined ? compares('gte', -Number.MAX_VALUE) : compares('gt', low),
            high === undefined ? compares('lte', Number.MAX_VALUE) : compares('lt', high),
          ],
        }
      }
      case 'texts': {
        const values = [...namedTexts()]
        return values.length === 0
          ? isType('string')
          : { all: [isType('string'), asks({ op: 'in.strict', values }, true)] }
      }
      case 'list':
        return isType('array')
      case 'object':
        return isType('object')
      case 'strange':
        return {
          all: (['string', 'number', 'boolean', 'array', 'object', 'null', 'undefined'] as const).map((type) =>
            isType(type, true),
          ),
        }
    }
  }
  const values: Json[] = []
  const said: Condition[] = []
  for (const kind of kinds) {
    if (kind.kind !== 'named') said.push(one(kind))
    else if (kind.value === undefined) said.push(isType('undefined'))
    else if (typeof kind.value !== 'number' || Number.isFinite(kind.value)) values.push(kind.value as Json)
    else if (Number.isNaN(kind.value))
      said.push({ all: [isType('number'), { not: { any: [compares('lt', 0), compares('gte', 0)] } }] })
    else said.push(kind.value > 0 ? compares('gt', Number.MAX_VALUE) : compares('lt', -Number.MAX_VALUE))
  }
  if (values.length > 0) said.unshift(asks({ op: 'in.strict', values }))
  const [only] = said
  return only !== undefined && said.length === 1 ? only : { any: said }
}
