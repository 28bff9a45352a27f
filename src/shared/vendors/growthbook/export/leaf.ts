import type { Leaf } from '../../../schemas/condition.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { numberOf, refuseCase, textsOf, versionOf, withoutNegation } from '../../exporting/leaf.ts'
import { isPortablePattern } from '../../exporting/portable-pattern.ts'
import { type ProvisoKind, shortVersion } from '../../exporting/proviso.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { pathOf } from './path.ts'

/** A condition in MongoDB's query language. */
export type GbCondition = { [key: string]: Json }

/** Matches no one: the negation of a condition that matches everyone. */
export const nobody: GbCondition = { $not: {} }

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/**
 * Matches any of these expressions, as a group. SDKs cache expressions in a plain object, and a bare word could be the
 * name of a built-in property.
 */
const oneOf = (sources: readonly string[]): string => `(?:${sources.join('|')})`

/** Converts a native condition. Its negation also includes missing values. */
export const leafCondition = (leaf: Leaf, scope: FlagScope): GbCondition => {
  const { operator, negated } = withoutNegation(leaf)
  const positive = positiveCondition(leaf, operator, scope)
  return negated ? { $not: positive } : positive
}

const positiveCondition = (
  leaf: Leaf,
  operator: ReturnType<typeof withoutNegation>['operator'],
  scope: FlagScope,
): GbCondition => {
  const { attribute } = leaf
  const path = pathOf(attribute)
  const want = (...kinds: ProvisoKind[]) => {
    for (const kind of kinds) scope.provisos.add({ kind, attribute })
  }
  // A missing attribute reads as null in GrowthBook, which is less than one and contained in "null".
  const there = (operators: GbCondition): GbCondition => ({ [path]: { $exists: true, ...operators } })
  const text = (before: string, after: string): GbCondition => {
    refuseCase(leaf)
    want('text')
    if (before + after !== '') want('ascii')
    const texts = textsOf(leaf)
    return texts.length === 0 ? nobody : there({ $regex: `${before}${oneOf(texts.map(escaped))}${after}` })
  }
  const compare = (operators: GbCondition): GbCondition => {
    want('number')
    return there(operators)
  }
  const version = (operator: string): GbCondition => {
    want('shortVersion')
    const value = versionOf(leaf)
    if (!shortVersion.test(value)) notReadable('pre-release', attribute)
    return there({ [operator]: value })
  }
  switch (operator) {
    case 'exists':
      return { [path]: { $exists: true } }
    case 'is':
    case 'isOneOf':
      if (leaf.values.some((value) => typeof value === 'string')) refuseCase(leaf)
      want('scalar')
      return { [path]: { $in: [...leaf.values] } }
    case 'contains':
      return text('', '')
    case 'startsWith':
      return text('^', '')
    case 'endsWith':
      return text('', '$')
    case 'matches': {
      refuseCase(leaf)
      want('text', 'ascii')
      const patterns = textsOf(leaf)
      for (const pattern of patterns) if (!isPortablePattern(pattern)) notReadable('pattern', pattern)
      return patterns.length === 0 ? nobody : there({ $regex: oneOf(patterns) })
    }
    case 'lessThan':
      return compare({ $lt: numberOf(leaf) })
    case 'atMost':
      return compare({ $lte: numberOf(leaf) })
    case 'greaterThan':
      return compare({ $gt: numberOf(leaf) })
    case 'atLeast':
      return compare({ $gte: numberOf(leaf) })
    case 'between':
      return compare({ $gte: numberOf(leaf), $lte: numberOf(leaf, 1) })
    case 'versionIs':
      return version('$veq')
    case 'versionLessThan':
      return version('$vlt')
    case 'versionAtMost':
      return version('$vlte')
    case 'versionGreaterThan':
      return version('$vgt')
    case 'versionAtLeast':
      return version('$vgte')
    case 'includesAny':
      want('list')
      return { [path]: { $in: [...leaf.values] } }
    case 'includesAll':
      want('list')
      if (leaf.values.length === 0) notReadable('operator', operator)
      return { $and: leaf.values.map((value): Json => ({ [path]: { $in: [value] } })) }
    default:
      return notReadable('operator', operator)
  }
}
