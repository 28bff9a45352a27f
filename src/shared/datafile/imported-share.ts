import { type ContinuousLine, type LatticeLine, lineOf } from '../engine/extended/line.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Within } from '../schemas/extended-point.ts'
import type { Rule } from '../schemas/flag.ts'

/*
 * Reads and changes the share of imported rollouts. The lower end stays, so that users who are in the rollout before
 * and after an edit keep their place.
 */

type PointRange = Pick<Within, 'lo' | 'hi' | 'bounds'>

/** Returns how many of a lattice's first points satisfy a predicate that is true up to some point. */
const countWhile = ({ count, imageOf }: LatticeLine, holds: (point: number) => boolean): number => {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(imageOf(middle))) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the steps of a lattice within a range: the first one and their count. */
const stepsIn = (line: LatticeLine, { lo, hi, bounds }: PointRange): { first: number; count: number } => {
  const [isOpen, isClosed] = [bounds.startsWith('('), bounds.endsWith(']')]
  const first = lo === undefined ? 0 : countWhile(line, (point) => (isOpen ? point <= lo : point < lo))
  const end = hi === undefined ? line.count : countWhile(line, (point) => (isClosed ? point <= hi : point < hi))
  return { first, count: Math.max(0, end - first) }
}

const continuousEnds = ({ end }: ContinuousLine, { lo, hi }: PointRange) => {
  const from = Math.min(end, Math.max(0, lo ?? 0))
  return { from, to: Math.min(end, Math.max(from, hi ?? end)) }
}

/** Returns the share of a scale that a range covers, from 0 to 1; null if unknown. */
export function shareOf(within: Within): number | null {
  const line = lineOf(within.point.norm, within.point.hash)
  if (line === null) return null
  if ('count' in line) return stepsIn(line, within).count / line.count
  const { from, to } = continuousEnds(line, within)
  return (to - from) / line.end
}

/**
 * Returns the range with another share, from 0 to 1. The lower end stays; the upper end moves, at most to the end of
 * the scale. On a lattice, the share is rounded to whole points. Null if the distribution is unknown.
 */
export function withShare(within: Within, share: number): Within | null {
  const line = lineOf(within.point.norm, within.point.hash)
  if (line === null) return null
  if (!('count' in line)) {
    const { from } = continuousEnds(line, within)
    return { ...within, hi: Math.min(line.end, from + share * line.end) }
  }
  const { first } = stepsIn(line, within)
  const last = Math.min(line.count, first + Math.round(share * line.count))
  return { ...within, hi: line.imageOf(within.bounds.endsWith(']') ? last - 1 : last) }
}

/** The only rollout of a rule, with functions that edit the rule. */
export type ImportedShare = {
  /** From 0 to 1. */
  readonly share: number
  /** Returns the rule with another share, from 0 to 1. */
  readonly withShare: (share: number) => Rule
  /** Returns the rule without its rollout, for all users that match its other conditions. */
  readonly withoutRollout: () => Rule
  /** Returns the rule with other conditions next to its rollout. */
  readonly withConditions: (when: Condition) => Rule
}

/** A rollout inside of a condition, with a function that replaces it. */
type Rollout = { readonly within: Within; readonly replaced: (next: Within) => Condition }

const isWithin = (condition: Condition): condition is { within: Within } => condition !== true && 'within' in condition

/** Recognizes Unleash's `default` stickiness: a rollout by the unit, or a random one for contexts without a unit. */
const unitOrRandomRollout = (condition: Condition): Rollout | null => {
  if (condition === true || !('any' in condition) || condition.any.length !== 2) return null
  const [byUnit, byChance] = condition.any
  if (byUnit === undefined || byChance === undefined || !isWithin(byUnit)) return null
  if (byChance === true || !('all' in byChance) || byChance.all.length !== 2) return null
  const [absent, drawn] = byChance.all
  if (absent === undefined || drawn === undefined || !isWithin(drawn)) return null
  if (drawn.within.point.hash.algorithm !== 'random') return null
  const { within } = byUnit
  return {
    within,
    replaced: (next) => ({
      any: [{ within: next }, { all: [absent, { within: { ...drawn.within, lo: next.lo, hi: next.hi } }] }],
    }),
  }
}

/** Returns the range of Unleash's `default` stickiness, which one phrase can describe; null for other conditions. */
export const rolloutByUnitOrChance = (condition: Condition): Within | null =>
  unitOrRandomRollout(condition)?.within ?? null

const rolloutIn = (condition: Condition): Rollout | null => {
  if (isWithin(condition)) return { within: condition.within, replaced: (next) => ({ within: next }) }
  return unitOrRandomRollout(condition)
}

/** Whether a condition contains a rollout at any depth. */
const containsRollout = (condition: Condition): boolean => JSON.stringify(condition).includes('"within":')

const conditionsOf = (when: Condition): readonly Condition[] => (when !== true && 'all' in when ? when.all : [when])

const joined = (when: Condition, conditions: readonly Condition[]): Condition => {
  if (conditions.length === 0) return true
  if (when !== true && 'all' in when) return { ...when, all: [...conditions] }
  return conditions[0] ?? true
}

/**
 * Returns the imported rollout of a rule that serves one variant. Null if the rule has none or several, if it is nested
 * in other conditions, or if the distribution of its points is unknown.
 */
export function importedShare(rule: Rule): ImportedShare | null {
  if (!('variant' in rule.serve)) return null
  const conditions = conditionsOf(rule.when)
  const found = conditions.flatMap((condition, at) => {
    const rollout = rolloutIn(condition)
    return rollout === null ? [] : [{ at, rollout }]
  })
  const inConditions = conditions.filter(containsRollout).length
  if (rule.gate !== undefined) return inConditions === 0 ? shareOfGate(rule, rule.gate) : null
  const [only] = found
  if (only === undefined || found.length > 1 || inConditions > 1) return null
  const { at, rollout } = only
  const share = shareOf(rollout.within)
  if (share === null) return null
  // Keeps `unknown`, which the vendor defines.
  const rest = rule.when !== true && 'all' in rule.when ? rule.when : {}
  return {
    share,
    withShare: (next) => {
      const within = withShare(rollout.within, next) ?? rollout.within
      return { ...rule, when: joined(rule.when, conditions.with(at, rollout.replaced(within))) }
    },
    withoutRollout: () => ({ ...rule, when: joined(rule.when, conditions.toSpliced(at, 1)) }),
    withConditions: (when) => {
      const others = when === true ? [] : conditionsOf(when)
      const rollouts = conditions.slice(at, at + 1)
      return { ...rule, when: { ...rest, all: others.toSpliced(at, 0, ...rollouts) } }
    },
  }
}

const shareOfGate = (rule: Rule, gate: Within): ImportedShare | null => {
  const share = shareOf(gate)
  if (share === null) return null
  const { gate: _, onGateMiss: __, ...rest } = rule
  return {
    share,
    withShare: (next) => ({ ...rule, gate: withShare(gate, next) ?? gate }),
    withoutRollout: () => rest,
    withConditions: (when) => ({ ...rule, when }),
  }
}
