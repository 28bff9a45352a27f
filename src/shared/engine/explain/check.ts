import type { Condition, ExtendedTest } from '../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import type { Serve } from '../../schemas/split.ts'
import { pointOf } from '../bucketing/table.ts'
import { maxDepth } from '../condition.ts'
import { isExtended } from '../extended/is-extended.ts'
import { isFlat, prepareExtended } from '../extended/tests.ts'
import { everyFamily } from '../operators/every-family.ts'
import { prepare } from '../operators/table.ts'
import { malformed } from '../operators/test.ts'
import type { OptionalModules } from '../optional-module.ts'
import { type Outcome, unusable } from '../outcome.ts'
import { type Documents, segmentOf } from '../prerequisite.ts'
import { requireModule } from '../require-module.ts'
import { rangeOf } from '../split.ts'

interface CheckScope {
  readonly flag: FlagDocument
  readonly documents: Documents
  readonly profiles: OptionalModules
  readonly wide: boolean
  /** The chain of segments that led here. */
  readonly segments: readonly string[]
  /** Segments that were already found valid, because many flags may refer to one. */
  readonly well: Set<string>
  readonly depth: number
}

/** The result of a check: the outcome of a flag that cannot be evaluated, and whether the flag is extended. */
export interface FlagCheckResult {
  readonly failed: Outcome | null
  readonly wide: boolean
}

/** Results are cached by the identity of documents and modules, which are never changed in place. */
const checkResultCache = new WeakMap<Documents, WeakMap<OptionalModules, Map<string, FlagCheckResult>>>()

const cachedChecksOf = (documents: Documents, profiles: OptionalModules): Map<string, FlagCheckResult> => {
  const byProfiles = checkResultCache.get(documents) ?? new WeakMap<OptionalModules, Map<string, FlagCheckResult>>()
  checkResultCache.set(documents, byProfiles)
  const found = byProfiles.get(profiles) ?? new Map<string, FlagCheckResult>()
  byProfiles.set(profiles, found)
  return found
}

/** Checks a flag and the segments it refers to. Total. */
export const check = (
  key: string,
  flag: FlagDocument,
  documents: Documents,
  profiles: OptionalModules,
): FlagCheckResult => {
  const found = cachedChecksOf(documents, profiles)
  const known = found.get(key) ?? computeFlagCheck(key, flag, documents, profiles)
  found.set(key, known)
  return known
}

const computeFlagCheck = (
  key: string,
  flag: FlagDocument,
  documents: Documents,
  profiles: OptionalModules,
): FlagCheckResult => {
  try {
    if (flag?.key !== key) throw malformed('the flag document is malformed')
    const wide = isExtended(flag, documents)
    if (wide) requireModule(profiles, 'wide')
    checkFlag({ flag, documents, profiles, wide, segments: [], well: new Set(), depth: 0 })
    return { failed: null, wide }
  } catch (problem) {
    return { failed: unusable(key, problem), wide: false }
  }
}

const checkFlag = (around: CheckScope): void => {
  const { flag } = around
  const types: unknown[] = ['boolean', 'string', 'number', 'object']
  if (typeof flag.on !== 'boolean' || !types.includes(flag.type) || typeof flag.salt !== 'string') {
    throw malformed('the flag document is malformed')
  }
  if (flag.offVariant !== null) checkVariant(flag.offVariant, flag)
  for (const { variants } of flag.prerequisites) checkVariants(variants)
  for (const flagTest of flag.requires ?? []) checkCondition({ flagTest }, around)
  if (flag.off !== undefined) checkServe(flag.off, around)
  for (const rule of flag.rules) checkRule(rule, around)
  checkServe(flag.otherwise, around)
}

const checkRule = (rule: Rule, around: CheckScope): void => {
  if (typeof rule.id !== 'string') throw malformed('a rule has no id')
  for (const before of rule.pre ?? []) {
    checkCondition('flagTest' in before ? { flagTest: before.flagTest } : before.when, around)
  }
  checkCondition(rule.when, around)
  if (rule.gate !== undefined) pointOf(rule.gate.point, around.profiles)
  checkServe(rule.serve, around)
  if (rule.onGateMiss !== undefined) checkServe(rule.onGateMiss, around)
}

const checkVariant = (variant: string, flag: FlagDocument): void => {
  if (!Object.hasOwn(flag.variants, variant)) throw malformed(`the flag has no variant ${JSON.stringify(variant)}`)
}

const checkVariants = (variants: unknown): void => {
  if (!Array.isArray(variants)) throw malformed('a prerequisite names no variants')
}

const checkServe = (serve: Serve, around: CheckScope): void => {
  const { flag, profiles } = around
  if ('variant' in serve) return checkVariant(serve.variant, flag)
  if ('split' in serve) return checkParts(serve.split.parts, flag)
  if ('wide' in serve) {
    const { point, slots, overflow, overflowServe, noUnit, noUnitServe } = serve.wide
    pointOf(point, profiles)
    for (const slot of slots) checkServe(slot.serve, around)
    for (const end of [overflowServe, noUnitServe]) if (end !== undefined) checkServe(end, around)
    const known = ['none', 'last', 'error', 'serve'].includes(overflow) && ['none', 'fatal', 'serve'].includes(noUnit)
    if (!known) throw malformed('a split does not say what its ends do')
  } else if ('expr' in serve) requireModule(profiles, 'jsonlogic')(serve.expr, serve.dialect, profiles)
  else if (!('useDefault' in serve || 'error' in serve)) throw malformed('a serve is of no known kind')
}

const checkParts = (parts: readonly { variant: string; from: number; to: number }[], flag: FlagDocument): void => {
  const ranges = parts.map((part) => {
    checkVariant(part.variant, flag)
    return rangeOf(part)
  })
  const filled = ranges.filter(([from, to]) => from < to)
  for (const [index, [from, to]] of filled.entries()) {
    const clash = filled.some(([start, end], at) => at !== index && start < to && from < end)
    if (clash) throw malformed('the parts of a split overlap')
  }
}

const checkCondition = (condition: Condition, around: CheckScope): void => {
  if (condition === true) return
  if (around.depth > maxDepth || typeof condition !== 'object' || condition === null) {
    throw malformed('a condition is malformed')
  }
  const inside = { ...around, depth: around.depth + 1 }
  if ('all' in condition) for (const inner of condition.all) checkCondition(inner, inside)
  else if ('any' in condition) for (const inner of condition.any) checkCondition(inner, inside)
  else if ('not' in condition) checkCondition(condition.not, inside)
  else if ('segment' in condition) checkSegment(condition.segment, condition.missing !== undefined, around)
  else if ('flag' in condition) checkVariants(condition.variants)
  else if ('in' in condition) rangeOf(condition.in)
  else if ('operator' in condition) prepare(condition, everyFamily)
  else if ('read' in condition || 'each' in condition) checkTest(condition.test, inside)
  else if ('within' in condition) pointOf(condition.within.point, around.profiles)
  else if (!('flagTest' in condition)) throw malformed('a condition is of no known kind')
  else if ('valueWhen' in condition.flagTest.test) checkCondition(condition.flagTest.test.valueWhen, inside)
}

const checkTest = (test: ExtendedTest, around: CheckScope): void => {
  if (isFlat(test)) prepareExtended(test, around.profiles)
  else if (test.op === 'arr.all') for (const each of test.each) checkCondition(each, around)
  else checkCondition(test.when, around)
}

const checkSegment = (key: string, mayMiss: boolean, around: CheckScope): void => {
  const segment = segmentOf(around.documents, key)
  if (segment === undefined && mayMiss) return
  if (segment === undefined) throw malformed(`there is no segment ${JSON.stringify(key)}`)
  if (around.segments.includes(key)) {
    // The extended engine detects a circle only when it evaluates it.
    if (around.wide) return
    throw malformed(`the segment ${JSON.stringify(key)} leads back to itself`)
  }
  if (segment.when === null || around.well.has(key)) return
  checkCondition(segment.when, { ...around, segments: [...around.segments, key], depth: 0 })
  around.well.add(key)
}
