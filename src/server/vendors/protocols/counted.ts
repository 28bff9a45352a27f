import { limits } from '../../../shared/limits.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { servedName } from '../../../shared/vendors/exporting/reading.ts'
import type { SdkKeyHolder } from '../../platform/auth/sdk-key-holder.ts'
import type { ProgramServices } from '../../platform/http/services.ts'

/** What another system's SDK counted of one flag, by the name it asked for. */
export type ForeignCount = {
  readonly name: string
  /** The variant of ours that was meant; null the caller's default. */
  readonly variantOf: (flag: FlagDocument) => string | null
  readonly count: number
}

const named = new WeakMap<Readonly<Record<string, FlagDocument>>, Map<string, FlagDocument>>()

/** The flags of an environment by the names they are served under. */
function byName(flags: Readonly<Record<string, FlagDocument>>): Map<string, FlagDocument> {
  const known = named.get(flags) ?? new Map(Object.values(flags).map((flag) => [servedName(flag), flag]))
  named.set(flags, known)
  return known
}

/**
 * Adds what an SDK counted to the hourly rows: of flags and variants that there are, and with a client key of those it may
 * see; nothing else, so that nobody fills tables with names of their own.
 */
export async function recordForeign(
  services: ProgramServices,
  holder: SdkKeyHolder,
  told: readonly ForeignCount[],
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
