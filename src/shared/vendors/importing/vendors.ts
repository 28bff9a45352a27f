import type { Vendor } from '../../features/imports/schemas/import.ts'
import { readConfigCat } from '../configcat/import/assemble.ts'
import { readFeaturevisor } from '../featurevisor/import/assemble.ts'
import { readFlagd } from '../flagd/import/assemble.ts'
import { readFlagsmith } from '../flagsmith/import/reader.ts'
import { readFlipt } from '../flipt/import/assemble.ts'
import { readGoFeatureFlag } from '../go-feature-flag/import/assemble.ts'
import { readGrowthBook } from '../growthbook/import/assemble.ts'
import { readLaunchDarkly } from '../launchdarkly/import/assemble.ts'
import { readPostHog } from '../posthog/import/assemble.ts'
import { readSplit } from '../split/import/assemble.ts'
import { readStatsig } from '../statsig/import/assemble.ts'
import { readUnleash } from '../unleash/import/assemble.ts'
import type { VendorReader } from './assembly.ts'

/** All vendors whose files can be read. A test ensures that no file is recognized by two of them. */
export const vendors: Readonly<Record<Vendor, VendorReader>> = {
  launchdarkly: readLaunchDarkly,
  unleash: readUnleash,
  growthbook: readGrowthBook,
  flagsmith: readFlagsmith,
  configcat: readConfigCat,
  posthog: readPostHog,
  flagd: readFlagd,
  featurevisor: readFeaturevisor,
  split: readSplit,
  flipt: readFlipt,
  statsig: readStatsig,
  'go-feature-flag': readGoFeatureFlag,
}

/** The vendor of a file. Undefined if none recognizes it. */
export const vendorOf = (value: unknown): Vendor | undefined =>
  Object.values(vendors).find((reader) => reader.recognise(value) !== null)?.vendor
