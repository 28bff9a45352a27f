import type { Condition } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { FlagDocument, Rule } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import { displayKeys } from '../../importing/display-keys.ts'
import { below } from '../../importing/finding.ts'
import { conditionOf } from './cohort.ts'
import type { PhCondition, PhFlag } from './config.ts'
import { pointOf } from './point.ts'
import { nobody, type PhScope, unknown } from './scope.ts'

/** The variant that stands for plain `true`, served to users of a multivariate flag who are in no variant. */
export const plainTrue = 'true'

type Values = {
  serve: (name: string) => Serve
  on: Serve
  off: Serve
  document: Pick<FlagDocument, 'type' | 'variants' | 'outputs'>
}

/** Converts one flag. `theirs` is the vendor's key, which is hashed; `key` is Fanion's key. */
export const flagOf = (scope: PhScope, key: string, flag: PhFlag): FlagDocument => {
  const theirs = flag.key
  const values = valuesOf(flag)
  report(scope, flag)
  return {
    key,
    ...(theirs === key ? {} : { hashKey: theirs }),
    ...values.document,
    on: flag.active === true,
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

type Holdout = { id: string; percentage: number }

/** The flag's holdout, in the current form or the older one (a group without properties). */
const holdoutOf = (flag: PhFlag): Holdout | null => {
  const { holdout, holdout_groups } = flag.filters ?? {}
  if (holdout?.id != null && holdout.exclusion_percentage != null) {
    const percentage = Math.min(Math.max(holdout.exclusion_percentage, 0), 100)
    return { id: String(holdout.id), percentage }
  }
  const old = holdout == null ? holdout_groups?.[0] : undefined
  const id = /^holdout-(.+)$/.exec(old?.variant ?? '')?.[1]
  return old === undefined || id === undefined ? null : { id, percentage: old.rollout_percentage ?? 100 }
}

/** The payload of a result, a JSON string. */
const payloadOf = (flag: PhFlag, answer: string): { payload: Json } | Record<string, never> => {
  const payload = flag.filters?.payloads?.[answer]
  if (!payload) return {}
  if (typeof payload !== 'string') return { payload }
  try {
    return { payload: JSON.parse(payload) as Json }
  } catch {
    return { payload }
  }
}

/** A flag with variants serves their keys. Users in no variant get `plainTrue`, and false serves nothing. */
const valuesOf = (flag: PhFlag): Values => {
  const holdout = holdoutOf(flag)
  const names = [
    ...variantsOf(flag).map((variant) => variant.key),
    ...(holdout === null ? [] : [`holdout-${holdout.id}`]),
  ]
  if (names.length === 0) {
    const on: Serve = { variant: 'true', enabled: true }
    const off: Serve = { variant: 'false', enabled: false }
    const payload = payloadOf(flag, 'true')
    const outputs = Object.keys(payload).length === 0 ? {} : { outputs: { true: payload } }
    return {
      serve: () => on,
      on,
      off,
      document: { type: 'boolean', variants: { true: true, false: false }, ...outputs },
    }
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
      outputs: Object.fromEntries([...keys].map(([name, variant]) => [variant, { name, ...payloadOf(flag, name) }])),
    },
  }
}

/** The subject of a condition: where its properties are read, what it is bucketed by, and when it exists. */
type Subject = { path: string[]; unit: AttributeRef; there: Condition[] }

const person: AttributeRef = { firstOf: [['targetingKey']] }

/**
 * `own` is false for the whole flag. A missing group in the context makes the result false. A group type that the
 * project does not define makes it unknown, or false for a condition of its own.
 */
const subjectOf = (scope: PhScope, flag: PhFlag, index: number | null | undefined, own: boolean): Subject => {
  if (index != null) {
    const name = scope.config.group_type_mapping?.[String(index)]
    if (scope.config.group_type_mapping == null) {
      const message = `It is about groups of type ${index}, which these files don’t name. Add the groups_types of the project.`
      scope.report('block', 'filters', message)
    }
    if (name === undefined) return { path: [], unit: person, there: [own ? nobody : unknown] }
    const unit: AttributeRef = { firstOf: [['groups', name]] }
    const path = ['groupProperties', name]
    const there: Condition[] = [{ read: unit, test: { op: 'present' } }]
    // The SDK returns no result without the group's properties. The server has them.
    const known: Condition = { read: { firstOf: [path] }, test: { op: 'present' }, missing: 'unknown' }
    return { path, unit, there: own && scope.evaluator === 'local' ? [...there, known] : there }
  }
  if (flag.bucketing_identifier !== 'device_id') return { path: [], unit: person, there: [] }
  const unit: AttributeRef = { firstOf: [['$device_id']], skip: 'falsy' }
  const missing = scope.evaluator === 'server' ? ('false' as const) : ('unknown' as const)
  return { path: [], unit, there: [{ read: unit, test: { op: 'present' }, missing }] }
}

/** Early access: enrolled users are on, users who declined are off. Only the server evaluates it. */
const enrolmentRules = (scope: PhScope, flag: PhFlag, values: Values): Rule[] => {
  if (scope.evaluator === 'local' || flag.filters?.feature_enrollment !== true) return []
  const read: AttributeRef = { firstOf: [[`$feature_enrollment/${flag.key}`]], skip: 'never' }
  return [
    {
      id: 'enrolled',
      when: { read, test: { op: 'ph.exact', values: [], truth: true }, presence: 'own' },
      serve: values.on,
    },
    { id: 'declined', when: { read, test: { op: 'present' }, presence: 'own' }, serve: values.off },
  ]
}

const holdoutRules = (scope: PhScope, flag: PhFlag, values: Values, whole: Subject): Rule[] => {
  const holdout = holdoutOf(flag)
  if (holdout === null) return []
  const point = pointOf(scope.evaluator, 'holdout-', whole.unit, '', false)
  return [
    {
      id: 'holdout',
      when: { all: whole.there },
      gate: { point, hi: holdout.percentage / 100, bounds: '[]' },
      serve: values.serve(`holdout-${holdout.id}`),
    },
  ]
}

const rulesOf = (scope: PhScope, flag: PhFlag, values: Values): Rule[] => {
  const { filters, key } = flag
  if (scope.evaluator === 'local' && flag.ensure_experience_continuity === true) {
    return [{ id: 'continuity', when: unknown, onUnknown: 'remember', serve: values.on }]
  }
  const whole = filters?.aggregation_group_type_index
  const all = subjectOf(scope, flag, whole, false)
  const rules = (filters?.groups ?? []).map((condition, i): Rule => {
    const index = condition.aggregation_group_type_index === undefined ? whole : condition.aggregation_group_type_index
    const differs = index !== whole
    const own =
      differs && index != null ? subjectOf(scope, flag, index, true) : { ...all, path: differs ? [] : all.path }
    const inner = { ...scope, report: below(scope.report, `filters.groups.${i}`) }
    const properties = (condition.properties ?? []).map((property) => conditionOf(inner, own.path, property))
    // Without a group the condition is false. Otherwise a property that does not match decides, even if others are
    // unknown.
    const there: Condition[] = [...all.there, ...(own === all ? [] : own.there)]
    return {
      id: `group-${i + 1}`,
      when: { all: [...there, { all: properties, unknown: 'kleene' }] },
      onUnknown: 'remember',
      ...gateOf(scope, flag, condition, own),
      ...(filters?.early_exit === true ? { onGateMiss: values.off } : {}),
      serve: serveOf(scope, flag, condition, own, values),
    }
  })
  const unnamed = [...enrolmentRules(scope, flag, values), ...holdoutRules(scope, flag, values, all), ...rules]
  return unnamed.map((rule) => ({ ...rule, name: `${key} ${rule.id}`.slice(0, 100) }))
}

/** The rollout; its end is inclusive. Without a percentage, and on the server at 100 %, everyone passes. */
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

const report = ({ report: say, evaluator }: PhScope, flag: PhFlag): void => {
  const { filters } = flag
  if (flag.ensure_experience_continuity === true) {
    const cure = 'export hash key overrides or expect some to move.'
    say('warn', '', `Users who logged in after being anonymous keep their anonymous bucket in PostHog; ${cure}`)
  }
  if (variantsOf(flag).some(({ key }) => key === ''))
    say('block', 'multivariate', 'A variant has no name. Give it one in PostHog, then import it again.')
  if (filters?.version != null && filters.version !== 1) say('block', 'filters.version', 'Unsupported flag format.')
  if (filters?.feature_enrollment === true) {
    const what = `Early access enrolment is read from \`$feature_enrollment/${flag.key}\``
    say('info', 'filters', evaluator === 'server' ? `${what}.` : `${what} on the server; the SDK does not read it.`)
  }
  if (
    filters?.holdout == null &&
    (filters?.holdout_groups ?? []).some(({ properties }) => (properties ?? []).length > 0)
  ) {
    say('block', 'filters.holdout_groups', 'Its holdout has conditions, which are not known here. Write it without.')
  }
  if (flag.has_encrypted_payloads === true) {
    say('warn', 'filters.payloads', 'Its payloads are encrypted, and are imported so. Write them anew here.')
  } else if (Object.keys(filters?.payloads ?? {}).length > 0) {
    say(
      'info',
      'filters.payloads',
      'Its payloads are kept beside the variants; OFREP and clients get the variant alone.',
    )
  }
}
