import type { Condition } from '../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import type { Serve } from '../../schemas/split.ts'
import type { AttributeRef } from '../../schemas/wide-attribute.ts'
import { displayKeys } from '../display-keys.ts'
import { below } from '../finding.ts'
import { conditionOf } from './cohort.ts'
import type { PhCondition, PhFlag } from './config.ts'
import { pointOf } from './point.ts'
import { type PhScope, unknown } from './scope.ts'

/** The variant of a multivariate flag that stands for the plain true of those no variant takes. */
export const plainTrue = 'true'

type Values = {
  serve: (name: string) => Serve
  on: Serve
  off: Serve
  document: Pick<FlagDocument, 'type' | 'variants' | 'outputs'>
}

/** One flag. `theirs` is the vendor's key, which is hashed; `key` is ours. */
export const flagOf = (scope: PhScope, key: string, flag: PhFlag): FlagDocument => {
  const theirs = flag.key
  const values = valuesOf(scope, flag)
  report(scope, flag)
  return {
    key,
    ...(theirs === key ? {} : { hashKey: theirs }),
    ...values.document,
    on: flag.active !== false,
    offVariant: values.document.type === 'boolean' ? 'false' : null,
    off: values.off,
    prerequisites: [],
    rules: rulesOf(scope, flag, values),
    otherwise: values.off,
    salt: theirs,
    visibleToClients: true,
  }
}

const variantsOf = (flag: PhFlag) => flag.filters?.multivariate?.variants ?? []

const holdoutOf = ({ evaluator }: PhScope, flag: PhFlag) =>
  evaluator === 'server' ? (flag.filters?.holdout ?? null) : null

/** A flag with variants answers their keys; where none takes someone, the text of the plain true, and nothing for false. */
const valuesOf = (scope: PhScope, flag: PhFlag): Values => {
  const holdout = holdoutOf(scope, flag)
  const names = [
    ...variantsOf(flag).map((variant) => variant.key),
    ...(holdout === null ? [] : [`holdout-${holdout.id}`]),
  ]
  if (names.length === 0) {
    const on: Serve = { variant: 'true', enabled: true }
    const off: Serve = { variant: 'false', enabled: false }
    return { serve: () => on, on, off, document: { type: 'boolean', variants: { true: true, false: false } } }
  }
  const keys = displayKeys([plainTrue, ...names], 'variant')
  const serve = (name: string): Serve => ({ variant: keys.get(name) ?? name, enabled: true })
  return {
    serve,
    on: serve(plainTrue),
    off: { useDefault: true, enabled: false },
    document: {
      type: 'string',
      variants: Object.fromEntries([...keys].map(([name, variant]): [string, Json] => [variant, name])),
      outputs: Object.fromEntries([...keys].map(([name, variant]) => [variant, { name }])),
    },
  }
}

/** Whom a condition is about: where its properties are read, what it is drawn by, and who is there at all. */
type Subject = { path: string[]; unit: AttributeRef; there: Condition[] }

const subjectOf = (scope: PhScope, flag: PhFlag, index: number | null | undefined): Subject => {
  if (index != null) {
    const name = scope.config.group_type_mapping?.[String(index)]
    if (name === undefined) return { path: [], unit: { firstOf: [['targetingKey']] }, there: [unknown] }
    const unit: AttributeRef = { firstOf: [['groups', name]] }
    return { path: ['groupProperties', name], unit, there: [{ read: unit, test: { op: 'present' } }] }
  }
  if (flag.bucketing_identifier !== 'device_id') return { path: [], unit: { firstOf: [['targetingKey']] }, there: [] }
  const unit: AttributeRef = { firstOf: [['$device_id']], skip: 'falsy' }
  const missing = scope.evaluator === 'server' ? ('false' as const) : ('unknown' as const)
  return { path: [], unit, there: [{ read: unit, test: { op: 'present' }, missing }] }
}

const rulesOf = (scope: PhScope, flag: PhFlag, values: Values): Rule[] => {
  const { filters, key } = flag
  if (scope.evaluator === 'local' && flag.ensure_experience_continuity === true) {
    return [{ id: 'continuity', when: unknown, onUnknown: 'remember', serve: values.on }]
  }
  const whole = filters?.aggregation_group_type_index
  const holdout = holdoutOf(scope, flag)
  const person = subjectOf(scope, flag, whole)
  const held: Rule[] =
    holdout === null
      ? []
      : [
          {
            id: 'holdout',
            when: { all: person.there },
            gate: {
              point: pointOf(scope.evaluator, 'holdout-', person.unit, '', false),
              hi: holdout.exclusion_percentage / 100,
              bounds: '[]',
            },
            serve: values.serve(`holdout-${holdout.id}`),
          },
        ]
  const rules = (filters?.groups ?? []).map((condition, i): Rule => {
    const own = subjectOf(scope, flag, condition.aggregation_group_type_index ?? whole)
    const inner = { ...scope, report: below(scope.report, `filters.groups.${i}`) }
    const properties = (condition.properties ?? []).map((property) => conditionOf(inner, own.path, property))
    return {
      id: `group-${i + 1}`,
      when: { all: [...own.there, ...properties] },
      onUnknown: 'remember',
      ...gateOf(scope, flag, condition, own),
      ...(filters?.early_exit === true ? { onGateMiss: values.off } : {}),
      serve: serveOf(scope, flag, condition, own, values),
    }
  })
  return [...held, ...rules].map((rule) => ({ ...rule, name: `${key} ${rule.id}`.slice(0, 100) }))
}

/** The rollout: the end counts in. Without a percentage, and on the server at 100, everyone is let through. */
const gateOf = (
  { evaluator }: PhScope,
  flag: PhFlag,
  condition: PhCondition,
  { unit }: Subject,
): Pick<Rule, 'gate'> => {
  const percentage = condition.rollout_percentage
  if (percentage == null || (evaluator === 'server' && percentage === 100)) return {}
  return { gate: { point: pointOf(evaluator, `${flag.key}.`, unit, ''), hi: percentage / 100, bounds: '[]' } }
}

const serveOf = (
  { evaluator }: PhScope,
  flag: PhFlag,
  condition: PhCondition,
  { unit }: Subject,
  values: Values,
): Serve => {
  const variants = variantsOf(flag)
  if (variants.length === 0) return values.on
  const forced = variants.find((variant) => variant.key === condition.variant)
  if (forced !== undefined) return values.serve(forced.key)
  let sum = 0
  const slots = variants.map((variant) => {
    const lo = sum
    sum += variant.rollout_percentage / 100
    return { lo, hi: sum, serve: values.serve(variant.key) }
  })
  return {
    wide: {
      point: pointOf(evaluator, `${flag.key}.`, unit, 'variant'),
      bounds: '[)',
      slots,
      overflow: 'serve',
      overflowServe: values.on,
      noUnit: 'none',
      source: {
        layout: 'cumulative',
        weights: variants.map((variant) => ({ variant: variant.key, weight: variant.rollout_percentage })),
      },
    },
  }
}

const report = ({ report: say }: PhScope, flag: PhFlag): void => {
  if (flag.ensure_experience_continuity === true) {
    const cure = 'export hash key overrides or expect some to move.'
    say('warn', '', `Users who logged in after being anonymous keep their anonymous bucket in PostHog; ${cure}`)
  }
  if (flag.filters?.version != null && flag.filters.version !== 1)
    say('block', 'filters.version', 'Unsupported flag format.')
  if (flag.filters?.feature_enrollment === true) {
    say('info', 'filters', `Early access enrolment is read from \`$feature_enrollment/${flag.key}\`.`)
  }
}
