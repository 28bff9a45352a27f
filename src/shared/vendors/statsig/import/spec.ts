import type { Condition } from '../../../schemas/condition.ts'
import type { Within } from '../../../schemas/extended-point.ts'
import type { FlagDocument, Rule } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import { displayKeys } from '../../importing/display-keys.ts'
import { below } from '../../importing/finding.ts'
import { fittingRules, ruleIds } from '../../importing/rule-ids.ts'
import { conditionOf, isKnown } from './condition.ts'
import type { StatsigRule, StatsigSpec } from './config.ts'
import { nobody, type StatsigScope, unsupported } from './scope.ts'
import { pointOf } from './user.ts'

/** The percentage of a rule, as buckets out of 10,000. `all` and `none` need no bucket. */
export const shareOf = ({ salt }: StatsigSpec, rule: StatsigRule): Within | 'all' | 'none' => {
  const share = rule.passPercentage ?? Number.NaN
  if (share === 100) return 'all'
  if (share === 0 || Number.isNaN(share)) return 'none'
  return { point: pointOf(`${salt}.${rule.salt ?? rule.id}`, rule.idType, 10_000), hi: share * 100, bounds: '[)' }
}

/** When a rule matches, and when SDKs do not support it. */
export const aboutOf = (scope: StatsigScope, rule: StatsigRule): { holds: Condition; unknown: Condition } => {
  const compiled = (rule.conditions ?? []).map((condition, i) =>
    conditionOf({ ...scope, report: below(scope.report, `conditions.${i}`) }, condition),
  )
  const holds = compiled.map((one) => one?.holds ?? nobody)
  const unknown = compiled.flatMap((one): Condition[] => {
    if (one === null) return [true]
    return one.unknown === false ? [] : [one.unknown]
  })
  return {
    holds: holds.every((one) => one === true) ? true : { all: holds.filter((one) => one !== true) },
    unknown: unknown.includes(true) ? true : { any: unknown },
  }
}

const isNobody = (condition: Condition): boolean =>
  typeof condition === 'object' && 'any' in condition && condition.any.length === 0

const both = (a: Condition, b: Condition): Condition => (a === true ? b : b === true ? a : { all: [a, b] })

type Served = { rules: Rule[]; otherwise: string }

/**
 * State for converting a spec to rules: the first matching rule decides, and users outside of its percentage get the
 * default.
 */
type Make = {
  scope: StatsigScope
  idOf: (theirs: string, at: number) => string
  variantOf: (value: Json) => string
  /** The number of vendor rules that may still be converted. */
  room: { left: number }
}

/** Layers delegate to configs, which can delegate further. Limits the total number of converted rules. */
const mostRules = 2_000

const rulesOf = (make: Make, spec: StatsigSpec, who: Condition, above: readonly StatsigSpec[]): Served => {
  const { scope, idOf, variantOf } = make
  const isGate = scope.gates.get(spec.name) === spec
  const fallback = isGate ? 'false' : variantOf(objectOf(spec.defaultValue))
  const rules: Rule[] = []
  const add = (rule: StatsigRule, when: Condition, rest: Pick<Rule, 'serve' | 'gate' | 'onGateMiss'>): void => {
    const name = rule.groupName?.trim().slice(0, 100)
    rules.push({ id: idOf(rule.id, rules.length), ...(name ? { name } : {}), when: both(who, when), ...rest })
  }
  if (!spec.enabled) return { rules, otherwise: fallback }
  if (make.room.left < 0) return { rules, otherwise: fallback }
  make.room.left -= spec.rules.length
  if (make.room.left < 0) {
    const most = mostRules.toLocaleString('en')
    scope.report('block', '', `What it hands over to comes to more than ${most} rules. Make it smaller where it is.`)
    return { rules, otherwise: fallback }
  }
  for (const [i, rule] of spec.rules.entries()) {
    const { holds, unknown } = aboutOf({ ...scope, report: below(scope.report, `rules.${i}`) }, rule)
    if (!isNobody(unknown))
      add({ ...rule, groupName: 'Not known to its SDKs' }, unknown, { serve: { variant: unsupported } })
    if (unknown === true) break
    const delegate = rule.configDelegate == null ? undefined : scope.configs.get(rule.configDelegate)
    if (delegate !== undefined) {
      if (above.includes(delegate)) {
        scope.report('block', `rules.${i}`, `It hands over to ${delegate.name}, which hands back to it.`)
        continue
      }
      const inner = rulesOf(make, delegate, both(who, holds), [...above, delegate])
      rules.push(...inner.rules)
      add(rule, holds, { serve: { variant: inner.otherwise } })
      continue
    }
    const passed = isGate ? 'true' : variantOf(objectOf(rule.returnValue))
    const share = shareOf(spec, rule)
    if (share === 'all') add(rule, holds, { serve: { variant: passed } })
    else if (share === 'none') add(rule, holds, { serve: { variant: fallback } })
    else add(rule, holds, { serve: { variant: passed }, gate: share, onGateMiss: { variant: fallback } })
  }
  return { rules, otherwise: fallback }
}

/** A config's value is an object. Anything else becomes an empty object. */
const objectOf = (value: Json | undefined): Json => (typeof value === 'object' && value !== null ? value : {})

/** Every value that a config can serve, with its name, including the configs it delegates to. */
const valuesOf = (scope: StatsigScope, spec: StatsigSpec, seen = new Set<StatsigSpec>([spec])): [string, Json][] => [
  ['default', objectOf(spec.defaultValue)],
  ...spec.rules.flatMap(({ groupName, returnValue, configDelegate }): [string, Json][] => {
    const delegate = configDelegate == null ? undefined : scope.configs.get(configDelegate)
    if (delegate === undefined) return [[groupName ?? '', objectOf(returnValue)]]
    if (seen.has(delegate)) return []
    seen.add(delegate)
    return valuesOf(scope, delegate, seen)
  }),
]

const named = (scope: StatsigScope, spec: StatsigSpec): Map<string, { key: string; value: Json }> => {
  const values = new Map<string, { label: string; value: Json }>()
  for (const [label, value] of valuesOf(scope, spec)) {
    const text = JSON.stringify(value)
    if (!values.has(text)) values.set(text, { label: /^\d*$/.test(label) ? `group-${label}` : label, value })
  }
  const keys = displayKeys(
    values.keys(),
    'group',
    (text) => values.get(text)?.label ?? text,
    new Map([['', unsupported]]),
  )
  return new Map([...values].map(([text, { value }]) => [text, { key: keys.get(text) ?? 'default', value }]))
}

/** Converts a gate to a boolean flag, and a config or layer to a flag with object values. */
export const flagOf = (scope: StatsigScope, key: string, spec: StatsigSpec): FlagDocument => {
  const isGate = scope.gates.get(spec.name) === spec
  const values = isGate ? new Map<string, { key: string; value: Json }>() : named(scope, spec)
  const variantOf = (value: Json): string => values.get(JSON.stringify(value))?.key ?? 'default'
  if (spec.entity === 'autotune') {
    scope.report(
      'block',
      '',
      'An autotune chooses by results as they come in. Choose a winner where it is, or leave it out.',
    )
  }
  const ids = ruleIds()
  let at = 0
  const idOf = (theirs: string): string => ids(theirs, at++)
  const { rules, otherwise } = rulesOf({ scope, idOf, variantOf, room: { left: mostRules } }, spec, true, [spec])
  const doubtful = scope.doubtful.has(spec)
  if (doubtful) {
    const unknown = spec.rules.flatMap(({ conditions }) => conditions ?? []).find((one) => !isKnown(one))
    const what = [unknown?.type, unknown?.operator].filter((one) => one != null).join(' ')
    scope.report(
      'warn',
      '',
      unknown === undefined
        ? `A gate that it asks has a condition that is not known to statsig-node 6.5.2: from there on it answers ${isGate ? 'false' : '{}'}, and so it does here. Other SDKs may know it.`
        : `The condition ${what} is not known to statsig-node 6.5.2: from there on it answers ${isGate ? 'false' : '{}'}, and so it does here. Other SDKs may know it.`,
    )
  }
  const variants: [string, Json][] = isGate
    ? [
        ['true', true],
        ['false', false],
      ]
    : [...values.values()].map((one) => [one.key, one.value])
  return {
    key,
    ...(key === spec.name ? {} : { hashKey: spec.name }),
    type: isGate ? 'boolean' : 'object',
    on: spec.enabled,
    variants: Object.fromEntries([...variants, ...(doubtful ? [[unsupported, isGate ? false : {}] as const] : [])]),
    offVariant: otherwise,
    prerequisites: [],
    rules: fittingRules(rules),
    otherwise: { variant: otherwise },
    salt: spec.salt === '' ? key : spec.salt.slice(0, 512),
    visibleToClients: false,
  }
}
