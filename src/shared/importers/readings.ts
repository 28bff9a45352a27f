import type { Vendor } from '../schemas/import.ts'
import { readConfigCatApi } from './configcat/read.ts'
import { readFlagdFile } from './flagd/read.ts'
import { readFlagsmithApi } from './flagsmith/read.ts'
import { readGrowthBookApi } from './growthbook/read.ts'
import { readLaunchDarklyApi } from './launchdarkly/read.ts'
import { readPostHogApi } from './posthog/read.ts'
import type { Access, Reading } from './reading.ts'
import { readSplitApi } from './split/read.ts'
import { readUnleashApi } from './unleash/read.ts'

/** How a vendor is read by token, and what the variables are called that hold its token and the keys of environments. */
export type ReadingWay = {
  readonly read: (access: Access) => Reading
  readonly token?: string
  /** Followed by the environment: `LAUNCHDARKLY_SDK_KEY_PRODUCTION`. */
  readonly keys?: string
}

/** Featurevisor and Flipt are files alone. */
export const readings: Readonly<Record<Exclude<Vendor, 'featurevisor' | 'flipt'>, ReadingWay>> = {
  launchdarkly: { read: readLaunchDarklyApi, token: 'LAUNCHDARKLY_TOKEN', keys: 'LAUNCHDARKLY_SDK_KEY_' },
  unleash: { read: readUnleashApi, token: 'UNLEASH_TOKEN', keys: 'UNLEASH_CLIENT_TOKEN_' },
  growthbook: { read: readGrowthBookApi, token: 'GROWTHBOOK_TOKEN', keys: 'GROWTHBOOK_CLIENT_KEY_' },
  flagsmith: { read: readFlagsmithApi, keys: 'FLAGSMITH_ENVIRONMENT_KEY_' },
  configcat: { read: readConfigCatApi, keys: 'CONFIGCAT_SDK_KEY_' },
  posthog: { read: readPostHogApi, token: 'POSTHOG_TOKEN' },
  flagd: { read: readFlagdFile, token: 'FLAGD_TOKEN' },
  split: { read: readSplitApi, keys: 'SPLIT_SDK_KEY_' },
}
