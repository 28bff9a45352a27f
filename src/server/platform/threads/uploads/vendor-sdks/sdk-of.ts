import type { ImportOptions, Vendor } from '../../../../../shared/features/imports/schemas/import.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'
import { withTimeLimit } from './with-time-limit.ts'

/** Loaded only for an import of the vendor's files. */
const sdks: Partial<Readonly<Record<Vendor, (options: ImportOptions) => Promise<OpenSdk>>>> = {
  configcat: async () => (await import('./configcat.ts')).openConfigCat,
  featurevisor: async () => (await import('./featurevisor.ts')).openFeaturevisor,
  flagd: async (options) => (await import('./flagd.ts')).openFlagd(options),
  flagsmith: async (options) => (await import('./flagsmith.ts')).openFlagsmithFor(options),
  flipt: async () => (await import('./flipt.ts')).openFlipt,
  growthbook: async () => (await import('./growthbook.ts')).openGrowthBook,
  posthog: async (options) => (await import('./posthog.ts')).openPostHogFor(options),
  split: async () => (await import('./split.ts')).openSplit,
  statsig: async () => (await import('./statsig.ts')).openStatsig,
}

/** Opens the vendor's SDK for Node.js to verify an import. Null if there is none to use. */
export const sdkOf = async (vendor: Vendor, options: ImportOptions): Promise<OpenSdk | null> => {
  const open = await sdks[vendor]?.(options)
  return open === undefined ? null : withTimeLimit(open)
}
