import type { Condition } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import { bucketCondition } from './bucket.ts'
import type { StatsigCondition, StatsigSpec } from './config.ts'
import { comparison, textOf } from './operator.ts'
import { negated, nobody, type StatsigScope, unsupported } from './scope.ts'
import { environmentField, unitOf, userField } from './user.ts'

/**
 * A converted condition, and when the SDKs do not support it, if that depends on other gates. `null`: never supported.
 */
export type Compiled = { holds: Condition; unknown: Condition | false } | null

const sure = (holds: Condition): Compiled => ({ holds, unknown: false })

const operators: ReadonlySet<string> = new Set([
  ...['gt', 'gte', 'lt', 'lte', 'eq', 'neq', 'any', 'none', 'any_case_sensitive', 'none_case_sensitive'],
  ...['version_gt', 'version_gte', 'version_lt', 'version_lte', 'version_eq', 'version_neq', 'before', 'after', 'on'],
  ...['str_starts_with_any', 'str_ends_with_any', 'str_contains_any', 'str_contains_none', 'str_matches'],
  ...['in_segment_list', 'not_in_segment_list', 'array_contains_any', 'array_contains_none'],
  ...['array_contains_all', 'not_array_contains_all'],
])
const gateTypes: ReadonlySet<string> = new Set(['pass_gate', 'fail_gate', 'multi_pass_gate', 'multi_fail_gate'])
const valueTypes: ReadonlySet<string> = new Set([
  ...['ip_based', 'ua_based', 'user_field', 'environment_field', 'current_time', 'user_bucket', 'unit_id'],
  'target_app',
])

const operatorOf = ({ operator }: StatsigCondition): string => (operator ?? '').toLowerCase()

/** Whether SDKs support a condition, without regard to the gates it refers to. */
export const isKnown = (condition: StatsigCondition): boolean => {
  const type = condition.type.toLowerCase()
  if (type.startsWith('multi_') && gateTypes.has(type)) return Array.isArray(condition.targetValue)
  return type === 'public' || gateTypes.has(type) || (valueTypes.has(type) && operators.has(operatorOf(condition)))
}

/** The names of the gates that a condition refers to. */
export const gatesOf = ({ type, targetValue }: StatsigCondition): string[] => {
  if (!gateTypes.has(type.toLowerCase())) return []
  return (Array.isArray(targetValue) ? targetValue : [targetValue === undefined ? 'undefined' : targetValue]).map(
    textOf,
  )
}

export const conditionOf = (scope: StatsigScope, condition: StatsigCondition): Compiled => {
  if (!isKnown(condition)) return null
  const type = condition.type.toLowerCase()
  if (type === 'public') return sure(true)
  if (gateTypes.has(type)) return gateCondition(scope, condition)
  const operator = operatorOf(condition)
  // A missing pattern matches every string.
  const target =
    condition.targetValue === undefined && operator === 'str_matches' ? '' : (condition.targetValue ?? null)
  if (operator === 'in_segment_list' || operator === 'not_in_segment_list') {
    scope.report(
      'block',
      '',
      `Who is in the ID list ${textOf(target)} is not in the files. Make it a segment of rules.`,
    )
    return sure(nobody)
  }
  const compared =
    type === 'user_bucket'
      ? bucketCondition(condition, operator, target)
      : comparison(operator, readOf(scope, type, condition), target)
  if (compared !== undefined) return sure(compared)
  scope.report(
    'block',
    '',
    `It compares ${type} by ${operator}, which is not imported. Write that rule in another way.`,
  )
  return sure(nobody)
}

const derived: Readonly<Record<string, ReadonlySet<string>>> = {
  ip_based: new Set(['country']),
  ua_based: new Set([
    ...['os_name', 'osname', 'os_version', 'osversion'],
    ...['browser_name', 'browsername', 'browser_version', 'browserversion'],
  ]),
}

const readOf = ({ report, tier, config }: StatsigScope, type: string, condition: StatsigCondition): AttributeRef => {
  const { field, idType } = condition
  switch (type) {
    case 'environment_field':
      return environmentField(field, tier)
    case 'current_time':
      return { firstOf: [], virtual: 'now' }
    case 'unit_id':
      return unitOf(idType)
    case 'target_app':
      return { firstOf: [], otherwise: config.app_id ?? null }
    default:
      if (derived[type]?.has((field ?? '').toLowerCase()) === true) {
        const from = type === 'ip_based' ? 'address' : 'user agent'
        const message = `Its SDKs find ${field ?? ''} by the user’s ${from}, which is not done here. Make it a rule about a field of the user, and send that.`
        report('block', '', message)
      }
      // SDKs return null for an unknown field that they derive from an IP address or user agent. Other fields are absent.
      return Object.hasOwn(derived, type) ? { ...userField(field), otherwise: null } : userField(field)
  }
}

/** When a gate passes, when it fails, and when its result is unknown. */
const gateState = (scope: StatsigScope, name: string) => {
  const gate = scope.gates.get(name)
  // A missing gate does not pass.
  if (gate === undefined) return { passes: nobody, fails: true as Condition, unknown: false as const }
  const segment = scope.segmentKeys.get(name)
  if (segment !== undefined) return { passes: { segment }, fails: { not: { segment } }, unknown: false as const }
  const flag = scope.flagKeys.get(name) ?? name
  const asks = (variant: string): Condition => ({
    flagTest: { flag, test: { variantIn: [variant] }, missing: 'false', cycle: 'false' },
  })
  return { passes: asks('true'), fails: asks('false'), unknown: scope.doubtful.has(gate) && asks(unsupported) }
}

const gateCondition = (scope: StatsigScope, condition: StatsigCondition): Compiled => {
  const type = condition.type
  const states = gatesOf(condition).map((name) => gateState(scope, name))
  if (!type.toLowerCase().startsWith('multi_')) {
    const [state = gateState(scope, '')] = states
    return { holds: type.toLowerCase() === 'fail_gate' ? state.fails : state.passes, unknown: state.unknown }
  }
  // SDKs compare the type case-sensitively here, and in lowercase above.
  const wanted = states.map(({ passes, fails }) => (type === 'multi_pass_gate' ? passes : fails))
  const unknown = states.flatMap((state, at): Condition[] =>
    state.unknown === false ? [] : [{ all: [...wanted.slice(0, at).map(negated), state.unknown] }],
  )
  return { holds: { any: wanted }, unknown: unknown.length === 0 ? false : { any: unknown } }
}

/** The specs in which SDKs can reach an unsupported condition. */
export const doubtfulAmong = (
  specs: readonly StatsigSpec[],
  gates: ReadonlyMap<string, StatsigSpec>,
  configs: ReadonlyMap<string, StatsigSpec>,
) => {
  const doubtful = new Set<StatsigSpec>()
  const isDoubtful = ({ enabled, rules }: StatsigSpec): boolean =>
    enabled &&
    rules.some(
      ({ conditions, configDelegate }) =>
        (conditions ?? []).some(
          (condition) =>
            !isKnown(condition) ||
            gatesOf(condition).some((name) => {
              const gate = gates.get(name)
              return gate !== undefined && doubtful.has(gate)
            }),
        ) ||
        (configDelegate != null && doubtful.has(configs.get(configDelegate) as StatsigSpec)),
    )
  for (let before = -1; before !== doubtful.size; ) {
    before = doubtful.size
    for (const spec of specs) if (!doubtful.has(spec) && isDoubtful(spec)) doubtful.add(spec)
  }
  return doubtful
}
