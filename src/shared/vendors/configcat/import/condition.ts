import type { Condition } from '../../../schemas/condition.ts'
import { attributeOf, user } from './attribute.ts'
import { comparators, isHashed } from './comparator.ts'
import type { CcCondition, CcUserCondition } from './config.ts'
import { reportReference, reportUserCondition } from './misshapen.ts'
import { badConfig, type CcScope } from './scope.ts'
import { valueOf } from './value.ts'

/** Makes the setting fail with an error: the condition is invalid. */
const broken: Condition = {
  read: { firstOf: [] },
  test: { op: 'present' },
  missing: `fatal:${badConfig}`,
}

/**
 * Converts a condition on the user. If the attribute is missing, empty or of a wrong type, the result is unknown, even
 * if negated, and the rule is skipped.
 */
export const userCondition = (scope: CcScope, condition: CcUserCondition): Condition => {
  reportUserCondition(scope.report, condition)
  const comparator = comparators[condition.c]
  if (comparator === undefined) return broken
  if (isHashed(condition.c)) {
    const message = 'Values are stored hashed; the rule works unchanged but cannot be edited or displayed.'
    scope.report('info', '', message)
  }
  const { salt, contextSalt } = scope
  return {
    read: attributeOf(condition.a),
    test: comparator.test(condition, { salt, contextSalt }),
    presence: 'nonEmpty',
    missing: 'unknown',
    invalid: 'unknown',
    ...(comparator.negate ? { negate: true } : {}),
  }
}

export const conditionOf = (scope: CcScope, { u, p, s }: CcCondition): Condition => {
  if (u != null) return userCondition(scope, u)
  reportReference(scope, { p, s })
  if (p != null) {
    const value = valueOf(p.v)
    if (value === null) return broken
    return {
      flagTest: {
        flag: scope.flagKeys.get(p.f) ?? p.f,
        test: { valueEq: value },
        missing: `fatal:${badConfig}`,
        cycle: 'fatal:CYCLE',
        onError: 'propagate',
        negate: p.c === 1,
      },
    }
  }
  const segment = s == null ? undefined : scope.segmentKeys[s.s]
  if (segment === undefined) return broken
  const someone: Condition = { read: user, test: { op: 'present' }, missing: 'unknown' }
  return { all: [someone, { segment, negate: s?.c === 1 }] }
}
