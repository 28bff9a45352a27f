import { limits } from '../limits.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Serve } from '../schemas/split.ts'

/** A variant and its share of all users, in weight units. */
export type Share = { variant: string; weight: number }

const sharesOf = (serve: Serve): Share[] | null => {
  if ('variant' in serve) return [{ variant: serve.variant, weight: limits.weightUnits }]
  if (!('split' in serve)) return null
  const weights = new Map<string, number>()
  for (const { variant, from, to } of serve.split.parts) weights.set(variant, (weights.get(variant) ?? 0) + to - from)
  return [...weights].map(([variant, weight]) => ({ variant, weight })).filter(({ weight }) => weight > 0)
}

/**
 * Returns the variant that a flag is rolling out, and its share: a rule, or "everyone else", splits between it and the
 * off variant. Null if no rollout is in progress: the flag is off, serves all or none, or splits among other variants.
 */
export const rolloutOf = (document: FlagDocument): Share | null => {
  const { on, offVariant, rules, otherwise } = document
  if (!on || offVariant === null) return null
  for (const serve of [otherwise, ...rules.map((rule) => rule.serve)]) {
    const shares = sharesOf(serve)
    if (shares === null) continue
    const [share, ...more] = shares.filter(({ variant }) => variant !== offVariant)
    if (share !== undefined && more.length === 0 && share.weight < limits.weightUnits) return share
  }
  return null
}
