import type { Condition } from '../../../schemas/condition.ts'
import { below } from '../../importing/finding.ts'
import { readOf } from './attribute.ts'
import type { LdClause } from './config.ts'
import { nothing, testOf } from './operator.ts'
import { type LdScope, malformedFlag } from './scope.ts'

/** Converts all clauses of a rule. An empty list matches everyone, and so does a missing list in most SDKs. */
export const clausesOf = (
  scope: LdScope,
  clauses: readonly LdClause[] | null | undefined,
  path: string,
): Condition => ({
  all: (clauses ?? []).map((clause, i, { length }) =>
    clauseOf({ ...scope, report: below(scope.report, `${path}.clauses.${i}`) }, clause, i + 1 === length),
  ),
})

/** Ends the flag with the vendor's error. */
const malformed: Condition = {
  read: { firstOf: [] },
  test: nothing,
  missing: `fatal:${malformedFlag}`,
}

/** Lookaround and backreferences, which not all regular expression engines support. */
const beyondCommon = /\(\?(?:[=!]|<[=!])|\\[1-9]|\\k</

/**
 * Converts one clause. A missing attribute makes it false even if negated. A list is tested element by element, and the
 * negation applies to the result.
 */
const clauseOf = (scope: LdScope, clause: LdClause, isLast: boolean): Condition => {
  if (clause.op === 'segmentMatch') return segmentMatch(scope, clause)
  const read = readOf(clause.attribute ?? '', clause.contextKind)
  if (read === null) {
    const message =
      'Its attribute is no name. The flag is an error then; JavaScript SDKs pass over it where another clause follows, and so it is here.'
    scope.report('warn', 'attribute', message)
    return isLast ? malformed : { all: [] }
  }
  const values = clause.values ?? []
  const test = testOf(clause.op, values)
  if (test === null)
    scope.report('warn', 'op', `The operator ${clause.op} is not known. It never matches, as in SDKs without it.`)
  if (clause.op === 'matches' && values.some((value) => typeof value === 'string' && beyondCommon.test(value))) {
    const message = "Pattern uses look-around or back-references; it was evaluated by your SDK's language."
    scope.report('warn', 'values', message)
  }
  return { each: read, test: test ?? nothing, missing: 'false', negate: clause.negate === true }
}

const segmentMatch = (scope: LdScope, clause: LdClause): Condition => {
  const any: Condition = {
    any: (clause.values ?? []).flatMap((value) => {
      const segment = typeof value === 'string' ? scope.segmentKeys.get(value) : undefined
      if (segment !== undefined) return [{ segment, missing: 'false' as const }]
      scope.report('warn', 'values', `There is no segment ${JSON.stringify(value)}. Nobody is in it, as before.`)
      return []
    }),
  }
  return clause.negate === true ? { not: any } : any
}
