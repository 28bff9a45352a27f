import { peer, type Subject, subject } from '../subject.ts'
import { type FlagSpec, shares, targeting, type User, variantNames } from '../workload.ts'

type Definition = { readonly variants: readonly unknown[]; readonly environments: unknown; readonly seed: number }
type Module = {
  readonly evaluate: (params: {
    definition: Definition
    environment: string
    entities: unknown
    defaultValue?: unknown
  }) => { readonly value?: unknown }
}

/** Variant indexes: false, true. */
const environment = ({ kind, lists }: FlagSpec): unknown => {
  const base = ['user', 'id']
  switch (kind) {
    case 'on':
      return { fallthrough: 1 }
    case 'conditions': {
      const conditions = [
        [['user', 'plan'], 'eq', targeting.plan],
        [['user', 'country'], 'oneOf', targeting.countries],
        [['user', 'age'], 'gt', targeting.age],
      ]
      return { rules: [{ conditions, outcome: 1 }], fallthrough: 0 }
    }
    case 'rollout':
      return { fallthrough: { type: 'split', base, weights: [50, 50], defaultVariant: 0 } }
    case 'variants':
      return { fallthrough: { type: 'split', base, weights: Object.values(shares), defaultVariant: 0 } }
    case 'lists':
      return { rules: lists.map((ids) => ({ conditions: [[base, 'oneOf', ids]], outcome: 1 })), fallthrough: 0 }
  }
}

const definition = (flag: FlagSpec, at: number): Definition => ({
  variants: flag.kind === 'variants' ? variantNames : [false, true],
  environments: { production: environment(flag) },
  seed: at + 1,
})

const vercel: Subject<string, { readonly user: User }> = {
  name: '@vercel/flags-core evaluate()',
  package: '@vercel/flags-core',
  async: false,
  configuration: (flags) =>
    JSON.stringify({ definitions: Object.fromEntries(flags.map((flag, at) => [flag.key, definition(flag, at)])) }),
  context: (user) => ({ user }),
  load: async (text) => {
    const { evaluate } = peer<Module>('@vercel/flags-core')
    // Safe cast: this module wrote the text.
    const { definitions } = JSON.parse(text) as { definitions: Record<string, Definition> }
    const ask = (key: string, entities: unknown, defaultValue: unknown): unknown => {
      const found = definitions[key]
      if (found === undefined) return defaultValue
      return evaluate({ definition: found, environment: 'production', entities, defaultValue }).value
    }
    return {
      hold: (key) => key,
      boolean: (key, context) => ask(key, context, false),
      string: (key, context) => ask(key, context, ''),
      all: (context) => Object.keys(definitions).map((key) => ask(key, context, undefined)),
      close: () => {},
    }
  },
}

export const vercelFlags = subject(vercel)
