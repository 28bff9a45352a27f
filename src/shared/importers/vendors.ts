import type { Vendor } from '../schemas/import.ts'
import type { VendorReader } from './assembly.ts'
import { readConfigCat } from './configcat/assemble.ts'
import { readFeaturevisor } from './featurevisor/assemble.ts'
import { readFlagd } from './flagd/assemble.ts'
import { readFlagsmith } from './flagsmith/reader.ts'
import { readFlipt } from './flipt/assemble.ts'
import { readGoFeatureFlag } from './go-feature-flag/assemble.ts'
import { readGrowthBook } from './growthbook/assemble.ts'
import { readLaunchDarkly } from './launchdarkly/assemble.ts'
import { readPostHog } from './posthog/assemble.ts'
import { readSplit } from './split/assemble.ts'
import { readStatsig } from './statsig/assemble.ts'
import { readUnleash } from './unleash/assemble.ts'

/** Every vendor whose files are read. What a file is, one of them says; two never do (a test says so). */
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

/** Whose file this is; undefined where it is nobody's. */
export const vendorOf = (value: unknown): Vendor | undefined =>
  Object.values(vendors).find((reader) => reader.recognise(value) !== null)?.vendor
