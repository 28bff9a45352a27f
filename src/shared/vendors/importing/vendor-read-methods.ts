import type { Vendor } from '../../features/imports/schemas/import.ts'
import { readConfigCatApi } from '../configcat/import/read.ts'
import { readFlagdFile } from '../flagd/import/read.ts'
import { readFlagsmithApi } from '../flagsmith/import/read.ts'
import { readGrowthBookApi } from '../growthbook/import/read.ts'
import { readLaunchDarklyApi } from '../launchdarkly/import/read.ts'
import { readPostHogApi } from '../posthog/import/read.ts'
import { readSplitApi } from '../split/import/read.ts'
import { readStatsigApi } from '../statsig/import/read.ts'
import { readUnleashApi } from '../unleash/import/read.ts'
import type { Access, VendorRead } from './vendor-read.ts'

/** How to read from a vendor's API, and the environment variables for its token and the keys of environments. */
export type VendorReadMethod = {
  readonly read: (access: Access) => VendorRead
  readonly token?: string
  /** Prefix that is followed by the environment: `LAUNCHDARKLY_SDK_KEY_PRODUCTION`. */
  readonly keys?: string
  /** The variable for the decryption key of encrypted payloads. */
  readonly decryption?: string
}

/** Vendors without API access, and the files to provide. */
export const filesAlone = {
  featurevisor: 'its built datafiles',
  flipt: 'flipt export --all-namespaces',
  'go-feature-flag': 'the flag files of its relay proxy',
} as const satisfies Partial<Record<Vendor, string>>

export const isFilesAlone = (vendor: Vendor): vendor is keyof typeof filesAlone => Object.hasOwn(filesAlone, vendor)

export const vendorReadMethods: Readonly<Record<Exclude<Vendor, keyof typeof filesAlone>, VendorReadMethod>> = {
  launchdarkly: { read: readLaunchDarklyApi, token: 'LAUNCHDARKLY_TOKEN', keys: 'LAUNCHDARKLY_SDK_KEY_' },
  unleash: { read: readUnleashApi, token: 'UNLEASH_TOKEN', keys: 'UNLEASH_CLIENT_TOKEN_' },
  growthbook: {
    read: readGrowthBookApi,
    token: 'GROWTHBOOK_TOKEN',
    keys: 'GROWTHBOOK_CLIENT_KEY_',
    decryption: 'GROWTHBOOK_DECRYPTION_KEY',
  },
  flagsmith: { read: readFlagsmithApi, keys: 'FLAGSMITH_ENVIRONMENT_KEY_' },
  configcat: { read: readConfigCatApi, keys: 'CONFIGCAT_SDK_KEY_' },
  posthog: { read: readPostHogApi, token: 'POSTHOG_TOKEN' },
  flagd: { read: readFlagdFile, token: 'FLAGD_TOKEN' },
  statsig: { read: readStatsigApi, token: 'STATSIG_CONSOLE_KEY', keys: 'STATSIG_SECRET_KEY_' },
  split: { read: readSplitApi, keys: 'SPLIT_SDK_KEY_' },
}
