import { compileSplit } from '../../../shared/engine/split.ts'
import type { Rule } from '../../../shared/schemas/flag.ts'

/**
 * Computes the variant that a rule serves to a unit, in the same way as all SDKs. Returns null for units outside the
 * rule, and for rules whose arm depends on more than the unit.
 */
export const variantForUnit = (rule: Rule, salt: string): ((unit: string) => string | null) => {
  const { serve } = rule
  if ('variant' in serve) return () => serve.variant
  if (!('split' in serve)) return () => null
  const { by: _, ...point } = serve.split.point ?? {}
  const place = compileSplit<string | null>({ ...serve.split, point }, salt, (variant) => variant, null, null)
  return (unit) => place({ targetingKey: unit })
}
