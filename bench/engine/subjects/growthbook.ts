import { peer, type Subject, subject } from '../subject.ts'
import { type FlagSpec, shares, targeting, type User, variantNames } from '../workload.ts'

type Context = { readonly attributes: User }
type Client = {
  initSync(options: { payload: unknown }): unknown
  isOn(key: string, context: Context): boolean
  getFeatureValue(key: string, fallback: unknown, context: Context): unknown
  destroy(): void
}
type Module = { readonly GrowthBookClient: new (options: unknown) => Client }

const rules = ({ key, kind, lists }: FlagSpec): unknown[] => {
  switch (kind) {
    case 'on':
      return []
    case 'conditions':
      return [
        {
          condition: { plan: targeting.plan, country: { $in: targeting.countries }, age: { $gt: targeting.age } },
          force: true,
        },
      ]
    case 'rollout':
      return [{ force: true, coverage: 0.5, hashAttribute: 'id' }]
    case 'variants':
      return [
        {
          key,
          variations: variantNames,
          weights: Object.values(shares).map((percent) => percent / 100),
          hashAttribute: 'id',
          hashVersion: 2,
        },
      ]
    case 'lists':
      return lists.map((ids) => ({ condition: { id: { $in: ids } }, force: true }))
  }
}

const growthbook: Subject<string, Context> = {
  name: '@growthbook/growthbook',
  package: '@growthbook/growthbook',
  async: false,
  configuration: (flags) =>
    JSON.stringify({
      features: Object.fromEntries(
        flags.map((flag) => [
          flag.key,
          { defaultValue: flag.kind === 'variants' ? 'control' : flag.kind === 'on', rules: rules(flag) },
        ]),
      ),
    }),
  context: (user) => ({ attributes: user }),
  load: async (text) => {
    const { GrowthBookClient } = peer<Module>('@growthbook/growthbook')
    // Safe cast: this module wrote the text.
    const payload = JSON.parse(text) as { features: Record<string, unknown> }
    const client = new GrowthBookClient({})
    client.initSync({ payload })
    return {
      hold: (key) => key,
      boolean: (key, context) => client.isOn(key, context),
      string: (key, context) => client.getFeatureValue(key, '', context),
      all: (context) => Object.keys(payload.features).map((key) => client.getFeatureValue(key, null, context)),
      close: () => client.destroy(),
    }
  },
}

export const growthbookClient = subject(growthbook)
