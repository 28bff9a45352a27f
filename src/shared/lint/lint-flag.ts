import { isExtendedFlag } from '../engine/extended-only.ts'
import { limits } from '../limits.ts'
import { operatorFacts } from '../operators.ts'
import type { Condition, Leaf } from '../schemas/condition.ts'
import type { FlagDocument, Rule } from '../schemas/flag.ts'
import type { Serve } from '../schemas/split.ts'
import type { Finding, LintContext } from './finding.ts'
import { identifiesUsers, mayBeMistyped } from './identifies-users.ts'
import { nearest } from './near.ts'
import { reachOf } from './reach.ts'
import type { RuleReachability } from './reached.ts'
import { isUnfinished } from './unfinished.ts'

/** Finds likely mistakes in a flag's targeting in one environment, rule by rule. */
export const lintFlag = (document: FlagDocument, around: LintContext): Finding[] => {
  const reach = reachOf(document, around.answers, around.known)
  return [
    ...unmetPrerequisites(document, around),
    ...document.rules.flatMap((rule) => [...ofRule(rule, reach), ...ofCondition(rule, around)]),
    ...changesNothing(document, reach),
    ...splitOfOne(document.otherwise, null),
    ...(reach.elseReached ? [] : [{ kind: 'nobody-else', rule: null } as const]),
    ...unservedVariants(document, reach),
  ]
}

const ofRule = (rule: Rule, { dead }: RuleReachability): Finding[] => {
  const why = dead.get(rule.id)
  return [
    ...(why === undefined ? [] : [{ kind: 'never-matches', rule: rule.id, dead: why } as const]),
    ...splitOfOne(rule.serve, rule.id),
  ]
}

/** The variant that a serve gives everyone. Null if it depends on the context. */
const plainVariant = (serve: Serve): string | null =>
  'variant' in serve && serve.enabled === undefined ? serve.variant : null

/**
 * Finds rules that could be removed because everything after them serves everyone the same variant. Skips rules that
 * never match, which have their own finding, and unfinished rules.
 */
const changesNothing = (document: FlagDocument, { dead, elseReached }: RuleReachability): Finding[] => {
  if (isExtendedFlag(document)) return []
  const found: Finding[] = []
  const rest = plainVariant(document.otherwise)
  const instead =
    rest === null || !elseReached
      ? null
      : ([document.offVariant, ...Object.keys(document.variants)].find((one) => one !== null && one !== rest) ?? null)
  for (const rule of document.rules.toReversed()) {
    const why = dead.get(rule.id)
    if (why !== undefined && why.because !== 'shadow') continue
    // A rule hidden by another one would become reachable if that one were removed.
    if (rest === null || plainVariant(rule.serve) !== rest) break
    if (why === undefined && !isUnfinished(rule.when))
      found.unshift({ kind: 'changes-nothing', rule: rule.id, variant: rest, instead })
  }
  return found
}

const unmetPrerequisites = ({ prerequisites }: FlagDocument, { answers }: LintContext): Finding[] =>
  prerequisites.flatMap(({ flag, variants }): Finding[] => {
    const answer = answers.get(flag)
    return answer === undefined || variants.includes(answer) ? [] : [{ kind: 'unmet', rule: null, flag, answer }]
  })

const splitOfOne = (serve: Serve, rule: string | null): Finding[] => {
  if (!('split' in serve)) return []
  const [first, ...others] = serve.split.parts
  const whole = serve.split.parts.reduce((sum, { from, to }) => sum + to - from, 0) === limits.weightUnits
  if (first === undefined || !whole || others.some(({ variant }) => variant !== first.variant)) return []
  return [{ kind: 'split-of-one', rule, variant: first.variant }]
}

/** Finds variants that no one gets. Skips flags that use another vendor's semantics. */
const unservedVariants = (document: FlagDocument, { dead, elseReached }: RuleReachability): Finding[] => {
  const serves = document.rules.filter(({ id }) => !dead.has(id)).map(({ serve }) => serve)
  if (elseReached) serves.push(document.otherwise)
  const served = new Set([document.offVariant, ...serves.flatMap(variantsOf)])
  if (!document.on || serves.some((serve) => !('variant' in serve || 'split' in serve))) return []
  return Object.keys(document.variants)
    .filter((variant) => !served.has(variant))
    .map((variant) => ({ kind: 'unserved', rule: null, variant }))
}

const variantsOf = (serve: Serve): string[] => {
  if ('variant' in serve) return [serve.variant]
  return 'split' in serve ? serve.split.parts.filter(({ from, to }) => to > from).map(({ variant }) => variant) : []
}

const ofCondition = ({ id, when }: Rule, around: LintContext): Finding[] => {
  const found = new Map<string, Finding>()
  const note = (finding: Finding) => found.set(JSON.stringify(finding), finding)
  visit(when, (condition) => {
    if ('segment' in condition && around.emptySegments.has(condition.segment))
      note({ kind: 'empty-segment', rule: id, segment: condition.segment })
    if ('operator' in condition) for (const finding of ofLeaf(condition, id, around)) note(finding)
  })
  return [...found.values()]
}

const ofLeaf = ({ attribute, operator, values }: Leaf, rule: string, { attributes }: LintContext): Finding[] => {
  const known = attributes.find(({ name }) => name === attribute)
  if (known === undefined || !(known.declared || known.values.length > 0)) {
    const declared = attributes.filter((one) => one.declared).map(({ name }) => name)
    const near = attribute === '' ? undefined : nearest(attribute, [...declared, 'targetingKey'])
    return near === undefined ? [] : [{ kind: 'unknown-attribute', rule, attribute, near }]
  }
  if (!comparesWhole(operator) || identifiesUsers(known)) return []
  const texts = known.values.flatMap(({ value, count }) => (typeof value === 'string' ? [{ value, count }] : []))
  return values.flatMap((value): Finding[] => {
    if (typeof value !== 'string' || texts.some((one) => one.value === value)) return []
    const near = nearest(
      value,
      texts.map((one) => one.value).filter((one) => mayBeMistyped(value, one)),
    )
    const other = near === undefined ? mostSeen(texts) : texts.find((one) => one.value === near)
    if (other === undefined) return []
    return [
      {
        kind: 'unseen-value',
        rule,
        attribute,
        value,
        other: other.value,
        count: other.count,
        near: near !== undefined,
      },
    ]
  })
}

/**
 * The most frequent value, if the attribute has few values and was seen often enough for a missing value to be
 * suspicious.
 */
const mostSeen = (texts: readonly { value: string; count: number }[]) => {
  const seen = texts.reduce((sum, { count }) => sum + count, 0)
  return seen >= 100 && texts.length <= 50 ? texts.toSorted((a, b) => b.count - a.count)[0] : undefined
}

/** Whether an operator compares whole values. */
const comparesWhole = (operator: Leaf['operator']): boolean =>
  ['equality', 'list'].includes(operatorFacts[operator].family)

const visit = (condition: Condition, see: (one: Exclude<Condition, true>) => void): void => {
  if (condition === true) return
  see(condition)
  if ('all' in condition) for (const member of condition.all) visit(member, see)
  if ('any' in condition) for (const member of condition.any) visit(member, see)
  if ('not' in condition) visit(condition.not, see)
}
