import { limits } from '../limits.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Serve } from '../schemas/split.ts'

/** A variant and what it gets of everybody, in weight units. */
export type Share = { variant: string; weight: number }

const sharesOf = (serve: Serve): Share[] | null => {
  if ('variant' in serve) return [{ variant: serve.variant, weight: limits.weightUnits }]
  if (!('split' in serve)) return null
  const weights = new Map<string, number>()
  for (const { variant, from, to } of serve.split.parts) weights.set(variant, (weights.get(variant) ?? 0) + to - from)
  return [...weights].map(([variant, weight]) => ({ variant, weight })).filter(({ weight }) => weight > 0)
}

/**
 * The variant that a flag is being rolled out to, and how far: a rule, or everyone else, splits between it and the variant
 * for when it is off. Null where nothing is on its way: off, all or nobody, or a split among others.
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
