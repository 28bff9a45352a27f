import { peer, type Subject, subject } from '../subject.ts'
import { type FlagSpec, shares, targeting, type User } from '../workload.ts'

type Details = { readonly value: unknown }
type FlagdCore = {
  setConfigurations(text: string): unknown
  resolveBooleanEvaluation(key: string, fallback: boolean, context: unknown, logger: unknown): Details
  resolveStringEvaluation(key: string, fallback: string, context: unknown, logger: unknown): Details
  resolveAll(context: unknown, logger: unknown): Details[]
}
type Module = { readonly FlagdCore: new (storage: undefined, logger: unknown) => FlagdCore }

const targetingOf = ({ kind, lists }: FlagSpec): unknown => {
  switch (kind) {
    case 'on':
      return undefined
    case 'conditions': {
      const plan = { '==': [{ var: 'plan' }, targeting.plan] }
      const country = { in: [{ var: 'country' }, targeting.countries] }
      return { if: [{ and: [plan, country, { '>': [{ var: 'age' }, targeting.age] }] }, 'on', 'off'] }
    }
    case 'rollout':
      return {
        fractional: [
          ['on', 50],
          ['off', 50],
        ],
      }
    case 'variants':
      return { fractional: Object.entries(shares) }
    case 'lists':
      return { if: [...lists.flatMap((ids) => [{ in: [{ var: 'id' }, ids] }, 'on']), 'off'] }
  }
}

const definition = (flag: FlagSpec): unknown => {
  const variants =
    flag.kind === 'variants'
      ? Object.fromEntries(Object.keys(shares).map((name) => [name, name]))
      : { on: true, off: false }
  const defaultVariant = flag.kind === 'variants' ? 'control' : flag.kind === 'on' ? 'on' : 'off'
  return { state: 'ENABLED', variants, defaultVariant, targeting: targetingOf(flag) }
}

const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }

const flagd: Subject<string, User & { targetingKey: string }> = {
  name: 'flagd-core',
  package: '@openfeature/flagd-core',
  async: false,
  configuration: (flags) =>
    JSON.stringify({ flags: Object.fromEntries(flags.map((flag) => [flag.key, definition(flag)])) }),
  context: (user) => ({ targetingKey: user.id, ...user }),
  load: async (text) => {
    const { FlagdCore } = peer<Module>('@openfeature/flagd-core')
    const core = new FlagdCore(undefined, silent)
    core.setConfigurations(text)
    return {
      hold: (key) => key,
      boolean: (key, context) => core.resolveBooleanEvaluation(key, false, context, silent).value,
      string: (key, context) => core.resolveStringEvaluation(key, '', context, silent).value,
      all: (context) => core.resolveAll(context, silent),
      close: () => {},
    }
  },
}

export const flagdCore = subject(flagd)
