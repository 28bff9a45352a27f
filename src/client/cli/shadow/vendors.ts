import type { FormatName } from '../../../shared/vendors/exporting/formats.ts'
import { compileFlagd } from '../../../shared/vendors/flagd/import/compile.ts'
import { FlagdConfig } from '../../../shared/vendors/flagd/import/config.ts'
import { compileGrowthBook } from '../../../shared/vendors/growthbook/import/compile.ts'
import { GbConfig } from '../../../shared/vendors/growthbook/import/config.ts'
import { isEncrypted } from '../../../shared/vendors/growthbook/import/encrypted.ts'
import type { Imported } from '../../../shared/vendors/importing/imported.ts'
import { compileLaunchDarkly } from '../../../shared/vendors/launchdarkly/import/compile.ts'
import { LdConfig } from '../../../shared/vendors/launchdarkly/import/config.ts'
import { compileUnleash } from '../../../shared/vendors/unleash/import/compile.ts'
import { UnleashConfig } from '../../../shared/vendors/unleash/import/config.ts'
import { CliError } from '../cli-error.ts'
import type { Env } from '../command.ts'

/** Another system’s SDK endpoint, this server’s counterpart, and the compiler of its documents. */
export type Vendor = {
  readonly title: string
  /** The default, unless `--from` is given. */
  readonly address: string
  readonly headers: (env: Env) => Record<string, string>
  readonly ours: string
  readonly said: (document: unknown) => Imported
}

/** Keys come only from the environment: arguments appear in shell histories and process lists. */
const keyed =
  (name: string, more: Record<string, string> = {}) =>
  (env: Env): Record<string, string> => ({ ...more, ...(env[name] ? { authorization: env[name] } : {}) })

const parsed = <T>(title: string, schema: { parse: (value: unknown) => T }, document: unknown): T => {
  try {
    return schema.parse(document)
  } catch {
    throw new CliError(`This isn’t what ${title} answers its SDKs.`)
  }
}

export const vendors: Readonly<Record<FormatName, Vendor>> = {
  unleash: {
    title: 'Unleash',
    address: 'http://localhost:4242/api/client/features',
    headers: keyed('UNLEASH_API_TOKEN', { 'unleash-client-spec': '6.1.0' }),
    ours: '/unleash/api/client/features',
    said: (document) => compileUnleash(parsed('Unleash', UnleashConfig, document)),
  },
  launchdarkly: {
    title: 'LaunchDarkly',
    address: 'https://sdk.launchdarkly.com/sdk/latest-all',
    headers: keyed('LAUNCHDARKLY_SDK_KEY'),
    ours: '/launchdarkly/sdk/latest-all',
    said: (document) => compileLaunchDarkly(parsed('LaunchDarkly', LdConfig, document)),
  },
  flagd: {
    title: 'flagd',
    address: 'flags.json',
    headers: keyed('FLAGD_AUTHORIZATION'),
    ours: '/flagd/v1/flags',
    said: (document) => compileFlagd(parsed('flagd', FlagdConfig, document)),
  },
  growthbook: {
    title: 'GrowthBook',
    address: 'features.json',
    headers: () => ({}),
    ours: '/growthbook/api/features/fanion',
    said: (document) => {
      const config = parsed('GrowthBook', GbConfig, document)
      if (isEncrypted(config))
        throw new CliError('This is encrypted. Set GROWTHBOOK_DECRYPTION_KEY to the key of its SDK connection.')
      return compileGrowthBook(config)
    },
  },
}

export const isVendor = (name: string): name is FormatName => Object.hasOwn(vendors, name)
