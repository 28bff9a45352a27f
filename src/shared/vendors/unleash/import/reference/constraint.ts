import type { UnleashConstraint } from '../config.ts'
import { contextText, type Scope } from './scope.ts'

/**
 * Whether a constraint matches. `inverted` negates the result, whatever it is based on. An unknown operator never
 * matches.
 */
export const constraintHolds = (scope: Scope, constraint: UnleashConstraint): boolean => {
  const test = tests[constraint.operator]
  return test !== undefined && test(scope, constraint) !== (constraint.inverted === true)
}

type Test = (scope: Scope, constraint: UnleashConstraint) => boolean

const valuesOf = (constraint: UnleashConstraint): string[] =>
  (constraint.values ?? []).filter((value) => value !== '').map((value) => value.trim())

const isIn: Test = ({ context }, constraint) => {
  const actual = contextText(context, constraint.contextName)
  return actual !== null && valuesOf(constraint).includes(actual)
}

const text =
  (relation: (actual: string, wanted: string) => boolean): Test =>
  ({ context }, constraint) => {
    const actual = contextText(context, constraint.contextName)
    if (actual === null) return false
    const fold = (value: string) => (constraint.caseInsensitive === true ? value.toLowerCase() : value)
    return valuesOf(constraint).some((wanted) => relation(fold(actual), fold(wanted)))
  }

const number =
  (relation: (actual: number, wanted: number) => boolean): Test =>
  ({ context }, constraint) => {
    const actual = contextText(context, constraint.contextName)
    return actual !== null && relation(Number(actual), Number(constraint.value ?? Number.NaN))
  }

const instant =
  (relation: (now: number, wanted: number) => boolean): Test =>
  ({ context, nowMs }, constraint) => {
    const given = context['currentTime']
    // `Date` accepts any value here, as in the SDK.
    const now = given ? new Date(given as string).getTime() : nowMs
    return relation(now, new Date(constraint.value ?? Number.NaN).getTime())
  }

const version =
  (relation: (order: number) => boolean): Test =>
  ({ context, tools }, constraint) => {
    const actual = contextText(context, constraint.contextName)
    const order = actual === null ? null : tools.versionOrder(actual, String(constraint.value ?? ''))
    return order !== null && relation(order)
  }

const regex: Test = ({ context, tools }, constraint) => {
  const actual = contextText(context, constraint.contextName)
  if (actual === null || typeof constraint.value !== 'string') return false
  return tools.matches(constraint.value, constraint.caseInsensitive === true, actual) ?? false
}

const network: Test = ({ context, tools }, constraint) => {
  const actual = contextText(context, constraint.contextName)
  return actual !== null && valuesOf(constraint).some((range) => tools.inNetwork(actual, range, true))
}

const tests: Readonly<Record<string, Test>> = {
  IN: isIn,
  NOT_IN: (scope, constraint) => !isIn(scope, constraint),
  STR_STARTS_WITH: text((actual, wanted) => actual.startsWith(wanted)),
  STR_ENDS_WITH: text((actual, wanted) => actual.endsWith(wanted)),
  STR_CONTAINS: text((actual, wanted) => actual.includes(wanted)),
  NUM_EQ: number((actual, wanted) => actual === wanted),
  NUM_GT: number((actual, wanted) => actual > wanted),
  NUM_GTE: number((actual, wanted) => actual >= wanted),
  NUM_LT: number((actual, wanted) => actual < wanted),
  NUM_LTE: number((actual, wanted) => actual <= wanted),
  DATE_AFTER: instant((now, wanted) => now > wanted),
  DATE_BEFORE: instant((now, wanted) => now < wanted),
  SEMVER_EQ: version((order) => order === 0),
  SEMVER_GT: version((order) => order > 0),
  SEMVER_GTE: version((order) => order >= 0),
  SEMVER_LT: version((order) => order < 0),
  SEMVER_LTE: version((order) => order <= 0),
  REGEX: regex,
  IN_CIDR: network,
}
