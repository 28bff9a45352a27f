import type { UnleashVariant } from '../config.ts'
import { contextText, type Scope } from './scope.ts'

const variantSeed = 86_028_157

/** Selects a context's variant. Null if the total weight is 0. */
export const pickVariant = (
  scope: Scope,
  variants: readonly UnleashVariant[],
  groupId: string,
  stickiness: string,
): UnleashVariant | null => {
  const total = variants.reduce((sum, variant) => sum + variant.weight, 0)
  if (total <= 0) return null
  const forced = variants.find((variant) =>
    variant.overrides?.some(({ contextName, values }) => {
      const actual = contextText(scope.context, contextName)
      return actual !== null && values.includes(actual)
    }),
  )
  if (forced !== undefined) return forced
  const weighing = variants.filter((variant) => variant.weight !== 0)
  const unit = unitOf(scope, stickiness)
  if (unit === null) {
    scope.random ||= weighing.length > 1
    return weighing[0] ?? null
  }
  const target = (scope.tools.murmur3(`${groupId}:${unit}`, variantSeed) % total) + 1
  let sum = 0
  return (
    weighing.find((variant) => {
      sum += variant.weight
      return sum >= target
    }) ?? null
  )
}

const unitOf = ({ context }: Scope, stickiness: string): string | null => {
  if (stickiness !== 'default') return contextText(context, stickiness) || null
  for (const name of ['userId', 'sessionId', 'remoteAddress']) {
    const value = context[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}
