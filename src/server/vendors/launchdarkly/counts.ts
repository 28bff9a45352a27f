import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { VendorCount } from '../protocols/vendor-counts.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses the summary events of LaunchDarkly's SDKs: how often each variation of a flag was returned, by index. */
export function launchDarklyCounts(body: unknown): VendorCount[] {
  const events: unknown[] = Array.isArray(body) ? body : []
  return events.flatMap((event) =>
    isObject(event) && event['kind'] === 'summary' && isObject(event['features'])
      ? Object.entries(event['features']).flatMap(([name, told]) => countsOf(name, told))
      : [],
  )
}

const countsOf = (name: string, told: unknown): VendorCount[] => {
  const counters: unknown[] = isObject(told) && Array.isArray(told['counters']) ? told['counters'] : []
  return counters.flatMap((counter): VendorCount[] => {
    if (!isObject(counter)) return []
    const { variation, count } = counter
    return [{ name, variantOf: (flag) => variantAt(flag, variation), count: Number(count) }]
  })
}

const variantAt = (flag: FlagDocument, variation: unknown): string | null =>
  typeof variation === 'number' ? (Object.keys(flag.variants)[variation] ?? null) : null
