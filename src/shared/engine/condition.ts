import type { Condition, Leaf } from '../schemas/condition.ts'
import type { Context } from '../schemas/context.ts'
import { namesOf, ownershipCheckFor, reader } from './attribute.ts'
import { extendedOnly, isExtendedNode } from './extended-only.ts'
import type { Families } from './operators/families.ts'
import { positiveOf } from './operators/negation.ts'
import { isTimed } from './operators/operators.gen.ts'
import { prepare } from './operators/table.ts'
import { malformed } from './operators/test.ts'
import { compileSlice } from './split.ts'

/** Whether a condition matches a context at an instant. May throw errors of getters and proxies in the context. */
export type ConditionTest = (context: Context, nowMs: number) => boolean

const always: ConditionTest = () => true
export const never: ConditionTest = () => false

/** What a condition may refer to, provided by the compiler of its flag or segment. */
export interface Scope {
  readonly salt: string
  readonly families: Families
  readonly segment: (key: string) => ConditionTest
  readonly flag: (key: string, variants: readonly string[]) => ConditionTest
  /** Records that the compiled item depends on the time. */
  readonly timed: () => void
}

/** Maximum nesting of conditions; deeper ones are malformed. Publishing allows far less. */
export const maxDepth = 100

/** Compiles a native condition. Throws if it is malformed, and throws `extendedOnly` if it is extended. */
export const compileCondition = (condition: Condition, scope: Scope, depth = 0): ConditionTest => {
  if (condition === true) return always
  if (depth > maxDepth || typeof condition !== 'object' || condition === null)
    throw malformed('a condition is malformed')
  if (isExtendedNode(condition)) throw extendedOnly
  if ('all' in condition) return every(condition.all.map((inner) => compileCondition(inner, scope, depth + 1)))
  if ('any' in condition) return some(condition.any.map((inner) => compileCondition(inner, scope, depth + 1)))
  if ('not' in condition) return negation(compileCondition(condition.not, scope, depth + 1))
  if ('segment' in condition) return scope.segment(condition.segment)
  if ('flag' in condition) return scope.flag(condition.flag, condition.variants)
  if ('in' in condition) return compileSlice(condition.in, scope.salt)
  if ('operator' in condition) return compileLeaf(condition, scope)
  throw malformed('a condition is of no known kind')
}

const negation =
  (inner: ConditionTest): ConditionTest =>
  (context, nowMs) =>
    !inner(context, nowMs)

const every = (inner: readonly ConditionTest[]): ConditionTest => {
  const [a = always, b = always, c = always] = inner
  if (inner.length <= 1) return a
  if (inner.length === 2) return (context, nowMs) => a(context, nowMs) && b(context, nowMs)
  if (inner.length === 3) return (context, nowMs) => a(context, nowMs) && b(context, nowMs) && c(context, nowMs)
  return (context, nowMs) => {
    for (const holds of inner) if (!holds(context, nowMs)) return false
    return true
  }
}

const some = (inner: readonly ConditionTest[]): ConditionTest => {
  const [a = never, b = never] = inner
  if (inner.length <= 1) return a
  if (inner.length === 2) return (context, nowMs) => a(context, nowMs) || b(context, nowMs)
  return (context, nowMs) => {
    for (const holds of inner) if (holds(context, nowMs)) return true
    return false
  }
}

const compileLeaf = (leaf: Leaf, scope: Scope): ConditionTest => {
  if (isTimed(leaf.operator)) scope.timed()
  const holds = compilePositive(leaf, scope.families)
  return positiveOf(leaf.operator) === leaf.operator ? holds : negation(holds)
}

/** Returns the attribute name of a path with one step, which most paths have; undefined for longer ones. */
export const onlyName = (path: string): string | undefined => {
  const [name, ...rest] = namesOf(path)
  return rest.length === 0 ? name : undefined
}

const compilePositive = (leaf: Leaf, families: Families): ConditionTest => {
  const test = prepare(leaf, families)
  const name = onlyName(leaf.attribute)
  if (name === undefined) {
    const read = reader(leaf.attribute)
    return (context, nowMs) => test(read(context), nowMs)
  }
  const isOwn = ownershipCheckFor(name)
  const wanted = leaf.values[0]
  if ((leaf.operator === 'is' || leaf.operator === 'isNot') && leaf.values.length === 1 && leaf.ignoreCase !== true) {
    return (context) => context[name] === wanted && isOwn(context)
  }
  return (context, nowMs) => {
    const value = context[name]
    return test(value !== undefined && isOwn(context) ? value : undefined, nowMs)
  }
}
