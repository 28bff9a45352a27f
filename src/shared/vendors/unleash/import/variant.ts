import type { Condition } from '../../../schemas/condition.ts'
import type { ExtendedPoint } from '../../../schemas/extended-point.ts'
import type { Rule } from '../../../schemas/flag.ts'
import type { Serve } from '../../../schemas/split.ts'
import { reportEncoding } from '../../importing/encoding.ts'
import { contextValueOf, fieldPaths } from './attribute.ts'
import type { UnleashVariant } from './config.ts'
import { type Line, pointOf, randomPoint, reportRandom, variantSeed } from './point.ts'
import type { UnleashScope } from './scope.ts'
import type { Values } from './value.ts'

/** The variants of one strategy, and what they are bucketed by. */
export type Draw = { variants: readonly UnleashVariant[]; groupId: string; stickiness: string }

/** Serves a variant, with the feature enabled. */
const served = (values: Values, variant: UnleashVariant): Serve => ({ variant: values.keyOf(variant), enabled: true })

/**
 * Rules that come before the bucketing: serves the first variant with an override for the context's value. They apply
 * only to contexts that match the strategy.
 */
export const overrideRulesOf = (values: Values, { variants }: Draw, id: string, when: Condition): Rule[] =>
  variants.flatMap((variant, i) => {
    const overrides = variant.overrides ?? []
    if (overrides.length === 0) return []
    const named: Condition = {
      any: overrides.map(({ contextName, values: wanted }) => ({
        read: contextValueOf(contextName),
        test: { op: 'in.text' as const, values: wanted, str: 'js' as const },
      })),
    }
    return [{ id: `${id}-override-${i + 1}`, when: { all: [when, named] }, serve: served(values, variant) }]
  })

/** The bucketing: 1 to the sum of the weights, split in order. Random without a unit. */
export const drawOf = (scope: UnleashScope, values: Values, draw: Draw, path: string): Serve => {
  const { variants, groupId, stickiness } = draw
  const weighing = variants.filter(({ weight }) => weight !== 0)
  const [first] = weighing
  if (first !== undefined && weighing.length === 1) return served(values, first)
  reportEncoding(scope.report, path, groupId)
  const line: Line = { groupId, seed: variantSeed, total: variants.reduce((sum, { weight }) => sum + weight, 0) }
  // If a field named `random` exists, it is used like any other. Otherwise assignment is random.
  if (stickiness === 'random') reportRandom(scope, path)
  return cut(values, weighing, pointBy(scope, line, stickiness), cut(values, weighing, randomPoint(scope, line)))
}

const pointBy = (scope: UnleashScope, line: Line, stickiness: string): ExtendedPoint => {
  if (stickiness !== 'default') return pointOf(scope, line, contextValueOf(stickiness), 'nonEmpty')
  const firstOf = ['userId', 'sessionId', 'remoteAddress'].flatMap(fieldPaths)
  return pointOf(scope, line, { firstOf, skip: 'nonEmptyString' }, 'text')
}

const cut = (values: Values, weighing: readonly UnleashVariant[], point: ExtendedPoint, noUnitServe?: Serve): Serve => {
  let sum = 0
  const slots = weighing.map((variant) => {
    const lo = sum + 1
    sum += variant.weight
    return { lo, hi: sum, serve: served(values, variant) }
  })
  const weights = weighing.map((variant) => ({ variant: values.keyOf(variant), weight: variant.weight }))
  return {
    wide: {
      point,
      bounds: '[]',
      slots,
      overflow: 'none',
      ...(noUnitServe === undefined ? { noUnit: 'none' } : { noUnit: 'serve', noUnitServe }),
      source: { layout: 'cumulative', weights },
    },
  }
}
