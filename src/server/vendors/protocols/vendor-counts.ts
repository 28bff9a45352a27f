import { limits } from '../../../shared/limits.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { servedName } from '../../../shared/vendors/exporting/format-support.ts'
import type { SdkKeyHolder } from '../../platform/auth/sdk-key-holder.ts'
import type { ProgramServices } from '../../platform/http/services.ts'

/** Evaluation counts of one flag from another vendor's SDK, by the name it requested. */
export type VendorCount = {
  readonly name: string
  /** Maps the count to one of our variants. Null is the caller's default. */
  readonly variantOf: (flag: FlagDocument) => string | null
  readonly count: number
}

const named = new WeakMap<Readonly<Record<string, FlagDocument>>, Map<string, FlagDocument>>()

/** The flags of an environment by the names under which they are served. */
function byName(flags: Readonly<Record<string, FlagDocument>>): Map<string, FlagDocument> {
  const known = named.get(flags) ?? new Map(Object.values(flags).map((flag) => [servedName(flag), flag]))
  named.set(flags, known)
  return known
}

/**
 * Adds an SDK's counts to the hourly rows, only for existing flags and variants and, with a client key, for those it
 * may read, so that no one can fill tables with arbitrary names.
 */
export async function recordVendorCounts(
  services: ProgramServices,
  holder: SdkKeyHolder,
  told: readonly VendorCount[],
): Promise<void> {
  const state = await services.states.get(holder.environmentId)
  const flags = byName(state.datafile.flags)
  const byClient = holder.kind === 'client'
  const counts = told.slice(0, limits.telemetryCounters).flatMap(({ name, variantOf, count }) => {
    const flag = flags.get(name)
    if (flag === undefined || (byClient && !flag.visibleToClients)) return []
    if (!Number.isSafeInteger(count) || count < 1) return []
    const variant = variantOf(flag)
    return variant === null || Object.hasOwn(flag.variants, variant) ? [{ flag: flag.key, variant, count }] : []
  })
  await services.reports.counts(holder, counts)
}
