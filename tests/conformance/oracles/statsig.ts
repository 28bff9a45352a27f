import { createRequire } from 'node:module'
import type { StatsigServer as Server, StatsigUser } from 'statsig-node'
import type { Context } from '../../../src/shared/schemas/context.ts'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import { chance, type Random } from '../../../src/shared/vendors/importing/sample.ts'
import { compileStatsig } from '../../../src/shared/vendors/statsig/import/compile.ts'
import { StatsigConfig } from '../../../src/shared/vendors/statsig/import/config.ts'
import { dates, numbers, pick, several, someText, someUnit, someValue, versions, words } from './awkward.ts'
import { type Attributes, handed, type Oracle, type Round, readAs, sentAs } from './oracle.ts'

// The package is CommonJS without named exports.
const { StatsigServer } = createRequire(import.meta.url)('statsig-node') as { StatsigServer: typeof Server }

const fields = ['plan', 'Age', 'version', 'email', 'country', 'since', 'tags', 'userID', 'nothing'] as const
const own: ReadonlySet<string> = new Set(['email', 'country'])
const listOperators = ['any', 'none', 'any_case_sensitive', 'none_case_sensitive'] as const
const textOperators = ['str_starts_with_any', 'str_ends_with_any', 'str_contains_any', 'str_contains_none'] as const
const versionOperators = [
  'version_gt',
  'version_gte',
  'version_lt',
  'version_lte',
  'version_eq',
  'version_neq',
] as const
const arrayOperators = [
  'array_contains_any',
  'array_contains_none',
  'array_contains_all',
  'not_array_contains_all',
] as const
const patterns = ['^a', 'a$', '(', '', '\\d+', 'pro|team', '[ab]', '^1', 'undefined', '.*@'] as const

const text = (random: Random): string =>
  chance(random, 0.5) ? pick(random, words as [string, ...string[]]) : someText(random)

/** An operator with its comparison value. */
const compared = (random: Random): { operator: Json; targetValue: Json } => {
  const kind = random()
  const texts = () => several(random, 3, () => (chance(random, 0.9) ? text(random) : someValue(random)))
  const list = () => (chance(random, 0.95) ? texts() : someValue(random))
  if (kind < 0.3) return { operator: pick(random, listOperators), targetValue: list() }
  if (kind < 0.45) return { operator: pick(random, textOperators), targetValue: list() }
  if (kind < 0.55) {
    const value = pick(random, versions as [string, ...string[]])
    return { operator: pick(random, versionOperators), targetValue: chance(random, 0.95) ? value : someValue(random) }
  }
  if (kind < 0.68) {
    const value = chance(random, 0.7) ? Math.floor(random() * 20) : pick(random, numbers as [string, ...string[]])
    return {
      operator: pick(random, ['gt', 'gte', 'lt', 'lte', 'GT']),
      targetValue: chance(random, 0.9) ? value : someValue(random),
    }
  }
  if (kind < 0.78) return { operator: pick(random, ['eq', 'neq']), targetValue: someValue(random) }
  if (kind < 0.86) {
    const value = chance(random, 0.6) ? pick(random, dates as [string, ...string[]]) : someValue(random)
    return { operator: pick(random, ['before', 'after', 'on']), targetValue: value }
  }
  if (kind < 0.93) {
    const values = several(random, 3, () =>
      chance(random, 0.8) ? pick(random, ['a', 'b', '1', '2x', '']) : someValue(random),
    )
    return { operator: pick(random, arrayOperators), targetValue: chance(random, 0.95) ? values : 'a' }
  }
  if (kind < 0.99) return { operator: 'str_matches', targetValue: pick(random, patterns) }
  return { operator: pick(random, ['sounds_like', null]), targetValue: 'a' }
}

const condition = (random: Random, gates: readonly string[]): Json => {
  const kind = random()
  const base = {
    additionalValues: {},
    field: null,
    idType: pick(random, ['userID', 'userID', 'stableID', 'companyid', 'USERID']),
  }
  if (kind < 0.1) return { ...base, type: 'public', targetValue: null, operator: null }
  if (kind < 0.2) {
    const type = pick(random, ['pass_gate', 'fail_gate'])
    return { ...base, type, targetValue: pick(random, ['nobody', ...gates]), operator: null }
  }
  if (kind < 0.24) {
    const type = pick(random, ['multi_pass_gate', 'multi_fail_gate'])
    return {
      ...base,
      type,
      targetValue: several(random, 3, () => pick(random, ['x', ...gates])),
      operator: null,
    }
  }
  if (kind < 0.34) {
    const operator = pick(random, ['lt', 'lte', 'gt', 'gte', 'any', 'none', 'eq', 'neq', 'version_gt'])
    const number = Math.floor(random() * 1_000)
    const targetValue = operator === 'any' || operator === 'none' ? several(random, 3, () => String(number)) : number
    return { ...base, type: 'user_bucket', operator, targetValue, additionalValues: { salt: text(random) } }
  }
  if (kind < 0.42) return { ...base, ...compared(random), type: 'unit_id' }
  if (kind < 0.46) {
    const field = pick(random, ['tier', 'Tier', 'region'])
    return {
      ...base,
      type: 'environment_field',
      field,
      operator: pick(random, listOperators),
      targetValue: ['production', 'eu'],
    }
  }
  if (kind < 0.48) {
    return {
      ...base,
      type: 'current_time',
      operator: pick(random, ['gt', 'before', 'after', 'lt']),
      targetValue: pick(random, [0, '2026-01-01', 4e12]),
    }
  }
  if (kind < 0.5) return { ...base, type: 'target_app', operator: 'any', targetValue: ['app'] }
  if (kind < 0.52) return { ...base, ...compared(random), type: pick(random, ['ua_based', 'ip_based']), field: 'plan' }
  if (kind < 0.53) return { ...base, ...compared(random), type: 'custom_field', field: 'plan' }
  return { ...base, ...compared(random), type: pick(random, ['user_field', 'USER_FIELD']), field: pick(random, fields) }
}

let ids = 0

const rule = (random: Random, gates: readonly string[], configs: readonly string[], value: () => Json): Json => {
  ids += 1
  return {
    id: `rule${ids}`,
    name: `rule ${ids}`,
    groupName: pick(random, ['Control', 'Test', '1', '', null, 'Everyone else']),
    passPercentage: pick(random, [100, 100, 100, 0, 50, 33.3, 10, 99.99]),
    ...(chance(random, 0.7) ? { salt: text(random) } : {}),
    idType: pick(random, ['userID', 'userID', 'stableID', 'companyID']),
    returnValue: value(),
    conditions: several(random, 3, () => condition(random, gates)),
    ...(configs.length > 0 && chance(random, 0.3)
      ? { configDelegate: pick(random, configs as [string, ...string[]]) }
      : {}),
  }
}

const spec = (
  random: Random,
  name: string,
  entity: string,
  earlier: { gates: readonly string[]; configs: readonly string[] },
  value: () => Json,
): Json => ({
  name,
  type: entity === 'feature_gate' ? 'feature_gate' : 'dynamic_config',
  entity,
  salt: text(random),
  enabled: chance(random, 0.9),
  idType: 'userID',
  defaultValue: value(),
  rules: Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
    rule(random, earlier.gates, earlier.configs, value),
  ),
})

const someConfig = (random: Random): Json =>
  pick(random, [{}, { a: 1 }, { value: 'x' }, { value: { b: [1, 2] } }, [], null, 'text', { a: 2 }] as [
    Json,
    ...Json[],
  ])

const document = (random: Random) => {
  const gates: Json[] = []
  const configs: Json[] = []
  const layers: Json[] = []
  const gateNames: string[] = []
  for (const name of ['segment:one', 'segment:two', 'first', 'Second gate', 'third']) {
    const entity = name.startsWith('segment:') ? 'segment' : pick(random, ['feature_gate', 'holdout'])
    gates.push(spec(random, name, entity, { gates: gateNames, configs: [] }, () => true))
    gateNames.push(name)
  }
  const configNames: string[] = []
  const value = () => someConfig(random)
  for (const name of ['settings', 'first.config', 'experiment']) {
    configs.push(spec(random, name, 'dynamic_config', { gates: gateNames, configs: configNames }, value))
    configNames.push(name)
  }
  layers.push(spec(random, 'a layer', 'layer', { gates: gateNames, configs: [...configNames, 'gone'] }, value))
  return {
    has_updates: true,
    time: 1,
    feature_gates: gates,
    dynamic_configs: configs,
    layer_configs: layers,
    layers: {},
    id_lists: {},
    app_id: pick(random, ['app', 'other']),
    ...(chance(random, 0.3) ? { default_environment: pick(random, ['production', 'staging']) } : {}),
  }
}

const person = (random: Random): Attributes => {
  const value = (name: string): Json => {
    const kind = random()
    if (name === 'version' && kind < 0.7) return pick(random, versions as [string, ...string[]])
    if (name === 'Age' && kind < 0.6) return Math.floor(random() * 20)
    if (name === 'since' && kind < 0.7) return pick(random, dates as [string, ...string[]])
    if (name === 'tags' && kind < 0.7)
      return several(random, 3, () => pick(random, ['a', 'b', '1', 1, 2] as [Json, ...Json[]]))
    return someValue(random)
  }
  const held = fields.filter((name) => name !== 'nothing' && name !== 'userID' && chance(random, 0.7))
  return {
    ...Object.fromEntries(held.map((name) => [name, value(name)])),
    ...(chance(random, 0.95) ? { targetingKey: someUnit(random) } : {}),
    ...(chance(random, 0.7)
      ? {
          customIDs: {
            [pick(random, ['stableID', 'stableID', 'stableId', 'stableid'])]: someUnit(random),
            [pick(random, ['companyid', 'companyID', 'companyId'])]: pick(random, ['acme', 'other']),
          },
        }
      : { customIDs: {} }),
    ...(chance(random, 0.4)
      ? { statsigEnvironment: { tier: pick(random, ['production', 'staging']), region: 'eu' } }
      : {}),
  }
}

/** Builds a user from built-in fields and custom attributes, as applications pass them. */
const userOf = (attributes: Attributes, tier: string | undefined): StatsigUser => {
  const { targetingKey, customIDs, statsigEnvironment, ...rest } = attributes
  const entries = Object.entries(rest)
  const user = {
    ...(targetingKey === undefined ? {} : { userID: targetingKey }),
    customIDs,
    ...Object.fromEntries(entries.filter(([name]) => own.has(name))),
    custom: Object.fromEntries(entries.filter(([name]) => !own.has(name))),
    ...(statsigEnvironment === undefined
      ? tier === undefined
        ? {}
        : { statsigEnvironment: { tier } }
      : { statsigEnvironment }),
  }
  return user as unknown as StatsigUser
}

/** Project configurations with which the SDK initializes without a network. */
export const statsig: Oracle = {
  vendor: 'Statsig',
  sdk: 'statsig-node 6.5.2',
  round: async (random, count, alter): Promise<Round> => {
    // If the fields that mark a download are missing, they are added: they say nothing about its content.
    const made = Object.assign({ has_updates: true, time: 1, layer_configs: [] }, sentAs(document(random), alter))
    const config = readAs(StatsigConfig, made)
    const sdk = new StatsigServer('secret-oracle', {
      bootstrapValues: JSON.stringify(made),
      localMode: true,
      disableDiagnostics: true,
      initStrategyForIP3Country: 'none',
    })
    await handed(() => sdk.initializeAsync())
    const imported = compileStatsig(config, {}, 'staging')
    const tier = made.default_environment === undefined ? 'staging' : undefined
    const gates = new Set(made.feature_gates.map((one) => (one as { name: string }).name))
    const layers = new Set((made.layer_configs ?? []).map((one) => (one as { name: string }).name))
    const nowMs = Date.now()
    return {
      document: made,
      imported,
      flags: [...imported.keys.flags.keys()],
      nowMs,
      contexts: Array.from({ length: count }, () => person(random)),
      // The SDK's user fields are at the top level of our contexts.
      contextOf: ({ statsigEnvironment, ...rest }) => {
        // The SDK's environment. A user's own environment is discarded if the project has a default one.
        const kept = statsigEnvironment !== undefined && tier !== undefined ? { statsigEnvironment } : {}
        return { ...rest, ...kept } as Context
      },
      theirs: (flag, attributes) => {
        // The SDK throws for an empty flag key.
        if (flag === '') return undefined
        const user = userOf(attributes, tier)
        // The SDK throws without any user id.
        if (user.userID === undefined && Object.keys(user.customIDs ?? {}).length === 0) return undefined
        if (gates.has(flag)) return sdk.checkGateSync(user, flag)
        if (!layers.has(flag)) return sdk.getConfigSync(user, flag).value as Json
        const layer = sdk.getLayerSync(user, flag) as unknown as { _value: Json }
        return layer._value
      },
      ours: ({ errorCode, detail, value }) => (errorCode === null ? (value ?? null) : [errorCode, detail]),
      end: async () => {
        await sdk.shutdownAsync()
      },
    }
  },
}
