import type { FlagDocument } from '../../schemas/flag.ts'
import type { Serve } from '../../schemas/split.ts'

/**
 * The keys of all variants that a document may serve: never fewer than it does, possibly more. Expressions, and rules
 * on other flags in another vendor's semantics, may serve any variant. A flag that is off serves its off variant.
 */
export const servedVariants = (document: FlagDocument): ReadonlySet<string> => {
  const found = new Set<string>()
  const all = () => {
    for (const key of Object.keys(document.variants)) found.add(key)
  }
  const add = (serve: Serve): void => {
    if ('variant' in serve) found.add(serve.variant)
    else if ('split' in serve) {
      for (const { variant, from, to } of serve.split.parts) if (to > from) found.add(variant)
    } else if ('wide' in serve) {
      for (const slot of serve.wide.slots) add(slot.serve)
      if (serve.wide.overflowServe) add(serve.wide.overflowServe)
      if (serve.wide.noUnitServe) add(serve.wide.noUnitServe)
    } else if ('expr' in serve) all()
  }
  const off = () => {
    if (document.off !== undefined) add(document.off)
    else if (document.offVariant !== null) found.add(document.offVariant)
  }
  if (!document.on) {
    off()
    return found
  }
  if (document.prerequisites.length > 0 || document.requires?.length) off()
  for (const { serve, onGateMiss } of document.rules) {
    add(serve)
    if (onGateMiss !== undefined) add(onGateMiss)
  }
  add(document.otherwise)
  return found
}
