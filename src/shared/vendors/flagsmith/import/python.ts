import type { Condition, ExtendedTest } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { FsCondition } from './config.ts'
import { pointOf } from './point.ts'

/*
 * Conditions that Flagsmith's server (Python) evaluates differently from its SDKs: it treats strings of digits as
 * numbers, formats booleans as True and False, and gives remainders the sign of the divisor.
 */

type Leaf = (test: ExtendedTest, more?: object) => Condition

const nobody: Condition = { any: [] }

const numeric = ['^-?[0-9]+(?:\\.[0-9]+)?$']
/**
 * Strings that change when they are parsed as a number and formatted again, and fractions. They are never in a list.
 */
const unlike = ['^-?0[0-9]+$', '^-0$', '^-?[0-9]+\\.[0-9]+$']

const matches = (leaf: Leaf, values: string[]): Condition =>
  leaf({ op: 'text.regex', values, dialect: 'ecma', str: 'none', badPattern: 'false' })
const isOf = (leaf: Leaf, type: 'boolean' | 'number' | 'string'): Condition => leaf({ op: 'type.is', type })
const isText = (leaf: Leaf): Condition => ({ all: [isOf(leaf, 'string'), { not: matches(leaf, numeric) }] })

/** Applies `other` to values that are not booleans, and `called` to Python's names of booleans. */
const named = (leaf: Leaf, other: Condition, called: (name: AttributeRef) => Condition): Condition => {
  const boolean = (value: boolean, name: string): Condition => ({
    all: [leaf({ op: 'in.strict', values: [value] }), called({ firstOf: [], otherwise: name })],
  })
  return { any: [{ all: [{ not: isOf(leaf, 'boolean') }, other] }, boolean(true, 'True'), boolean(false, 'False')] }
}

/** `str(value)`. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'None'
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value as string | number)
}

/** Python's `float(text)`. Undefined if it fails. */
const floatOf = (text: string): number | undefined =>
  /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : undefined

const listOf = (value: NonNullable<FsCondition['value']>): string[] => {
  if (Array.isArray(value)) return value.map(textOf)
  const text = textOf(value)
  try {
    const list: unknown = text.startsWith('[') ? JSON.parse(text) : null
    if (Array.isArray(list)) return list.map(textOf)
  } catch {
    // Not JSON, so the text is comma-separated.
  }
  return text.split(',')
}

const modulo = (leaf: Leaf, text: string): Condition => {
  const [divisor, remainder, ...rest] = text.split('|').map(floatOf)
  if (divisor === undefined || remainder === undefined || rest.length > 0 || divisor === 0) return nobody
  const isLeft = divisor > 0 ? remainder >= 0 && remainder < divisor : remainder <= 0 && remainder > divisor
  if (!isLeft) return nobody
  const remainders = remainder === 0 ? [0] : [remainder, remainder - divisor]
  const any = remainders.map((one) => leaf({ op: 'mod', divisor, remainder: one, num: 'jsText' }))
  const number: Condition = { all: [{ any: [isOf(leaf, 'number'), matches(leaf, numeric)] }, { any }] }
  const counted = [true, false].filter((value) => remainders.includes(Number(value) % divisor))
  return counted.length === 0 ? number : { any: [number, leaf({ op: 'in.strict', values: counted })] }
}

/** Converts a condition as the server evaluates it. Undefined if the SDKs evaluate it the same way. */
export const pythonCondition = (leaf: Leaf, { operator, value }: FsCondition): Condition | undefined => {
  const text = textOf(value)
  const isVersion = text.endsWith(':semver')
  const has: ExtendedTest = { op: 'text.rel', rel: 'contains', values: [text], str: 'none' }
  switch (operator) {
    case 'CONTAINS':
      return isVersion ? nobody : { all: [isText(leaf), leaf(has)] }
    case 'NOT_CONTAINS':
      return { all: [isText(leaf), leaf(has, { negate: true })] }
    case 'REGEX': {
      const test: ExtendedTest = {
        op: 'text.regex',
        values: [text],
        dialect: 'python-match',
        str: 'js',
        badPattern: 'finalFalse',
      }
      return named(leaf, leaf(test), (read) => ({ read, test }))
    }
    case 'IN':
      if (value === undefined || value === null) return nobody
      return { all: [{ not: matches(leaf, unlike) }, leaf({ op: 'in.text', values: listOf(value), str: 'integer' })] }
    case 'MODULO':
      return value ? modulo(leaf, text) : nobody
    default:
      return undefined
  }
}

/** A comparison. For booleans, every string except two is truthy, also for version comparisons. */
export const pythonComparison = (
  leaf: Leaf,
  version: Condition,
  rel: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte',
  text: string,
) => ({
  any: [version, { all: [isOf(leaf, 'boolean'), leaf({ op: 'cast.rel', rel, value: text, profile: 'python' })] }],
})

/** A percentage bucketed by a property's value, whatever its type, if it is present. */
export const pythonShare = (
  leaf: Leaf,
  segmentKey: string,
  read: AttributeRef,
  value: FsCondition['value'],
): Condition => {
  const share = floatOf(textOf(value))
  if (share === undefined) return nobody
  const upTo = (by: AttributeRef): Condition => ({
    within: { point: pointOf(segmentKey, '', by, 'nullish'), hi: share, bounds: '[]' },
  })
  return named(leaf, upTo(read), upTo)
}
