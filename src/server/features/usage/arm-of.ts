import { compileSplit } from '../../../shared/engine/split.ts'
import type { Rule } from '../../../shared/schemas/flag.ts'

/**
 * Which variant a rule gives a unit, by the text that names it: the same that every program computes. Null for whom it gives
 * nothing, and for rules whose arm does not follow from the unit alone.
 */
export const armOf = (rule: Rule, salt: string): ((unit: string) => string | null) => {
  const { serve } = rule
  if ('variant' in serve) return () => serve.variant
  if (!('split' in serve)) return () => null
  const { by: _, ...point } = serve.split.point ?? {}
  const place = compileSplit<string | null>({ ...serve.split, point }, salt, (variant) => variant, null, null)
  return (unit) => place({ targetingKey: unit })
}
