import type { Json } from '../../schemas/keys.ts'
import type { DisplayedValue } from './trace.ts'

const longest = 512
const displayedItemLimit = 50

/**
 * Converts a value of a context to JSON for display: shortened if it is long, described if JSON cannot represent it.
 */
export const displayedValue = (value: unknown, depth = 0): DisplayedValue => {
  if (value === undefined) return null
  if (typeof value === 'string') return value.length > longest ? `${value.slice(0, longest)}…` : value
  if (typeof value === 'number') return Number.isFinite(value) ? value : { unreadable: String(value) }
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'object' || depth > 3) return { unreadable: typeof value }
  try {
    if (value instanceof Date) return { unreadable: `Date ${value.getTime()}` }
    // Safe cast: `seen` returns JSON for nested values, too.
    const inner = (element: unknown) => displayedValue(element, depth + 1) as Json
    if (Array.isArray(value)) return value.slice(0, displayedItemLimit).map(inner)
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, displayedItemLimit)
        .map(([name, element]) => [name, inner(element)]),
    )
  } catch {
    return { unreadable: 'object' }
  }
}
