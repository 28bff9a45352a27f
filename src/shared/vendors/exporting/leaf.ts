import { positiveOf } from '../../engine/operators/negation.ts'
import { parseVersion } from '../../engine/operators/version.ts'
import type { Leaf } from '../../schemas/condition.ts'
import { plainVersion } from './proviso.ts'
import { notReadable } from './unreadable-reason.ts'

/** The values of a leaf, all of one type. Mixed types would require the attribute to have two types. */
export const valuesOf = (
  leaf: Leaf,
):
  | { type: 'text'; values: string[] }
  | { type: 'number'; values: number[] }
  | { type: 'boolean'; values: boolean[] } => {
  const texts = leaf.values.filter((value) => typeof value === 'string')
  if (texts.length === leaf.values.length) return { type: 'text', values: texts }
  const numbers = leaf.values.filter((value) => typeof value === 'number')
  if (numbers.length === leaf.values.length) return { type: 'number', values: numbers }
  const booleans = leaf.values.filter((value) => typeof value === 'boolean')
  if (booleans.length === leaf.values.length) return { type: 'boolean', values: booleans }
  return notReadable('mixed-values', leaf.attribute)
}

export const textsOf = (leaf: Leaf): string[] =>
  leaf.values.map((value) => (typeof value === 'string' ? value : notReadable('malformed', leaf.attribute)))

export const numberOf = (leaf: Leaf, at = 0): number => {
  const value = leaf.values[at]
  return typeof value === 'number' ? value : notReadable('malformed', leaf.attribute)
}

/** The version of a leaf as three numbers. Pre-releases are rejected, because engines order them differently. */
export const versionOf = (leaf: Leaf): string => {
  const version = parseVersion(leaf.values[0])
  if (version === undefined) return notReadable('malformed', leaf.attribute)
  const text = version.core.join('.')
  if (version.pre.length > 0 || !plainVersion.test(text)) notReadable('pre-release', leaf.attribute)
  return text
}

/** The operator of a leaf without its negation. */
export const withoutNegation = (leaf: Leaf): { operator: ReturnType<typeof positiveOf>; negated: boolean } => {
  const operator = positiveOf(leaf.operator)
  return { operator, negated: operator !== leaf.operator }
}

/** Rejects case-insensitive comparison, which engines implement differently. */
export const refuseCase = (leaf: Leaf): void => {
  if (leaf.ignoreCase === true) notReadable('case', leaf.attribute)
}

export const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)
