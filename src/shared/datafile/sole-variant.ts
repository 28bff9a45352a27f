import { limits } from '../limits.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Serve } from '../schemas/split.ts'

/**
 * Returns the variant that a document serves to every user: an empty text for the caller's default; undefined if it
 * depends on the context, or cannot be determined without an evaluation.
 */
export const soleVariant = (document: FlagDocument): string | undefined => {
  const { on, off, offVariant, rules, otherwise, prerequisites, requires } = document
  if (off !== undefined || requires?.length) return undefined
  const whenOff = offVariant ?? ''
  if (!on) return whenOff
  const served = [otherwise, ...rules.flatMap(({ serve, onGateMiss }) => [serve, ...(onGateMiss ? [onGateMiss] : [])])]
  const variants = new Set(served.map(soleServe))
  if (prerequisites.length > 0) variants.add(whenOff)
  if (rules.some(({ pre, onUnknown }) => pre?.some(({ gate }) => gate) || (onUnknown ?? 'skip') !== 'skip'))
    return undefined
  const [only] = variants
  return variants.size === 1 ? only : undefined
}

const soleServe = (serve: Serve): string | undefined => {
  if ('variant' in serve) return serve.variant
  if ('useDefault' in serve) return ''
  if (!('split' in serve)) return undefined
  const { parts } = serve.split
  const variants = new Set(parts.map(({ variant }) => variant))
  const covered = parts.reduce((sum, { from, to }) => sum + to - from, 0)
  const [only] = variants
  return variants.size === 1 && covered === limits.weightUnits ? only : undefined
}
