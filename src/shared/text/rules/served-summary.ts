import type { CellServes, ServedSummary } from '../../features/flags/schemas/flag-view.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { Serve } from '../../schemas/split.ts'
import { weightsOf } from './serve.ts'

/**
 * What an environment serves while the flag is on, as data for a table cell. `atMost` limits the variants per split.
 */
export function cellServesOf(document: FlagDocument, atMost = Number.POSITIVE_INFINITY): CellServes {
  const rest = servedPartOf(document.otherwise, atMost)
  const [first, ...others] = document.rules
  return first?.when === true && others.length === 0 ? { first: servedPartOf(first.serve, atMost), rest } : { rest }
}

function servedPartOf(serve: Serve, atMost: number): ServedSummary {
  if ('variant' in serve) return { variant: serve.variant }
  if ('split' in serve) {
    const { parts, point } = serve.split
    const weights = [...weightsOf({ parts })]
    return {
      shares: weights.slice(0, atMost).map(([variant, weight]) => ({ variant, weight })),
      ...(weights.length > atMost && { more: weights.length - atMost }),
      ...(point?.by !== undefined && { by: point.by }),
      ...(point?.salt !== undefined && { salt: point.salt }),
    }
  }
  if ('wide' in serve) {
    const variants = new Set(serve.wide.slots.flatMap((slot) => ('variant' in slot.serve ? [slot.serve.variant] : [])))
    return { imported: 'split', variants: [...variants].slice(0, atMost) }
  }
  if ('expr' in serve) return { imported: 'expression' }
  return 'useDefault' in serve ? { imported: 'default' } : { imported: 'error', kind: serve.error }
}
