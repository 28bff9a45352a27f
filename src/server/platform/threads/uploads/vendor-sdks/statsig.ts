import statsigNode, { type StatsigUser } from 'statsig-node'
import type { Json } from '../../../../../shared/schemas/keys.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'

/** Built-in user fields. Everything else is custom. */
const own = new Set(['email', 'ip', 'userAgent', 'country', 'locale', 'appVersion', 'privateAttributes'])

type Named = readonly { name: string }[]
type Specs = { feature_gates?: Named; dynamic_configs?: Named; layer_configs?: Named }

/** The SDK's user fields are at the top level of our contexts. */
const userOf = ({
  targetingKey,
  userID = targetingKey,
  customIDs,
  custom,
  ...rest
}: Record<string, Json>): StatsigUser => {
  const entries = Object.entries(rest)
  const more = typeof custom === 'object' && custom !== null && !Array.isArray(custom) ? custom : {}
  const user = {
    ...(userID === undefined ? {} : { userID }),
    ...(customIDs === undefined ? {} : { customIDs }),
    ...Object.fromEntries(entries.filter(([name]) => own.has(name))),
    custom: { ...Object.fromEntries(entries.filter(([name]) => !own.has(name))), ...more },
  }
  // Safe cast: applications may pass anything.
  return user as unknown as StatsigUser
}

/** Environments belong to the application, not to the user. */
const withoutEnvironment = (context: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(context).filter(([name]) => name !== 'statsigEnvironment'))

/** Statsig's SDK, initialized from the specification it would download, without a network. */
export const openStatsig: OpenSdk = async ({ document, imported }) => {
  const sdk = new statsigNode.StatsigServer('secret-import', {
    bootstrapValues: JSON.stringify(document),
    localMode: true,
    disableDiagnostics: true,
    initStrategyForIP3Country: 'none',
  })
  await sdk.initializeAsync()
  // Safe cast: the importer has parsed it.
  const { feature_gates = [], dynamic_configs = [], layer_configs = [] } = document as Specs
  const [gates, configs, layers] = [feature_gates, dynamic_configs, layer_configs].map(
    (all) => new Set(all.map(({ name }) => name)),
  )
  // If a gate and a configuration have the same name, the second one's key has its kind as suffix.
  const nameOf = (flag: string): { name: string; isLayer: boolean } => {
    if (configs?.has(flag)) return { name: flag, isLayer: false }
    const [, name = flag, kind] = (layers?.has(flag) ? null : /^(.+)\.(config|layer)(?:-\d+)?$/s.exec(flag)) ?? []
    return { name, isLayer: kind !== 'config' && layers?.has(name) === true }
  }
  return {
    theirs: (flag, context) => {
      const user = userOf(withoutEnvironment(context))
      if (typeof user.userID !== 'string' || !imported.keys.flags.has(flag)) return null
      if (gates?.has(flag)) return sdk.checkGateSync(user, flag)
      const { name, isLayer } = nameOf(flag)
      if (!isLayer) return sdk.getConfigSync(user, name).value as Json
      // The SDK returns a layer's value only parameter by parameter.
      return (sdk.getLayerSync(user, name) as unknown as { _value: Json })._value
    },
    contextOf: withoutEnvironment,
    inTheirText: ({ errorCode, detail, value }) => (errorCode === null ? (value ?? null) : [errorCode, detail]),
    end: () => sdk.shutdownAsync(),
  }
}
