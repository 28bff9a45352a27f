import { peer, type Subject, subject } from '../subject.ts'
import { type FlagSpec, shares, targeting, type User } from '../workload.ts'

type Context = { readonly userId: string; readonly properties: Readonly<Record<string, string | number>> }
type Unleash = {
  once(event: 'synchronized', listener: () => void): void
  on(event: 'error' | 'warn', listener: () => void): void
  isEnabled(key: string, context: Context): boolean
  getVariant(key: string, context: Context): { readonly name: string }
  getFeatureToggleDefinitions(): readonly { readonly name: string; readonly variants?: readonly unknown[] }[]
  destroy(): void
}
type Module = {
  readonly Unleash: new (config: unknown) => Unleash
  readonly InMemStorageProvider: new () => unknown
}

const constraint = (contextName: string, operator: string, values: readonly string[], value?: string) => ({
  contextName,
  operator,
  values,
  value,
  inverted: false,
  caseInsensitive: false,
})

const always = (constraints: readonly unknown[] = []) => ({ name: 'default', parameters: {}, constraints })

const strategies = ({ key, kind, lists }: FlagSpec): unknown[] => {
  switch (kind) {
    case 'on':
    case 'variants':
      return [always()]
    case 'conditions':
      return [
        always([
          constraint('plan', 'IN', [targeting.plan]),
          constraint('country', 'IN', targeting.countries),
          constraint('age', 'NUM_GT', [], String(targeting.age)),
        ]),
      ]
    case 'rollout':
      return [
        { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'userId', groupId: key }, constraints: [] },
      ]
    case 'lists':
      return lists.map((ids) => always([constraint('userId', 'IN', ids)]))
  }
}

const feature = (flag: FlagSpec) => ({
  name: flag.key,
  type: 'release',
  enabled: true,
  project: 'default',
  stale: false,
  strategies: strategies(flag),
  variants:
    flag.kind !== 'variants'
      ? []
      : Object.entries(shares).map(([name, percent]) => ({
          name,
          weight: percent * 10,
          weightType: 'variable',
          stickiness: 'userId',
        })),
  impressionData: false,
})

const unleash: Subject<string, Context> = {
  name: 'unleash-client',
  package: 'unleash-client',
  async: false,
  configuration: (flags) => JSON.stringify({ version: 2, features: flags.map(feature), segments: [] }),
  context: ({ id, ...properties }: User) => ({ userId: id, properties }),
  load: async (text) => {
    const { Unleash, InMemStorageProvider } = peer<Module>('unleash-client')
    const client = new Unleash({
      appName: 'bench',
      // Uses only the bootstrap data: the port has no server, and polling and metrics are off.
      url: 'http://127.0.0.1:9/',
      refreshInterval: 0,
      disableMetrics: true,
      skipInstanceCountWarning: true,
      storageProvider: new InMemStorageProvider(),
      // Safe cast: the text was written from a server's response.
      bootstrap: { data: (JSON.parse(text) as { features: unknown }).features },
    })
    client.on('error', () => {})
    client.on('warn', () => {})
    await new Promise<void>((resolve) => client.once('synchronized', resolve))
    return {
      hold: (key) => key,
      boolean: (key, context) => client.isEnabled(key, context),
      string: (key, context) => client.getVariant(key, context).name,
      all: (context) =>
        client
          .getFeatureToggleDefinitions()
          .map(({ name, variants }) =>
            variants?.length ? client.getVariant(name, context).name : client.isEnabled(name, context),
          ),
      close: () => client.destroy(),
    }
  },
}

export const unleashClient = subject(unleash)
