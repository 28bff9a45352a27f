import { build, spend } from '../../meter.ts'
import { failed } from './failed.ts'
import { arithmeticNumber, integerOf, trimSpace } from './number.ts'
import type { Data, Evaluator, Operation } from './operation.ts'
import {
  at,
  integerZero,
  isEqual,
  isLess,
  isMembers,
  isStrictlyEqual,
  isTrue,
  isValues,
  listOrFail,
  textOrFail,
  type Value,
} from './values.ts'

/** Evaluates a branch. If the result is an object, it is evaluated again. */
const branch = (node: Value, data: Data, run: Evaluator): Value => {
  const value = run.value(node, data)
  return isMembers(value) ? run.map(value, data) : value
}

const conditional: Operation = (values, data, run) => {
  const clauses = listOrFail(values)
  for (let i = 0; i + 1 < clauses.length; i += 2) {
    if (isTrue(run.value(at(clauses, i), data))) return branch(at(clauses, i + 1), data, run)
  }
  return clauses.length % 2 === 1 ? branch(at(clauses, clauses.length - 1), data, run) : null
}

/** Evaluates members in order until one equals `end` as a boolean. */
const untilOne =
  (end: boolean): Operation =>
  (values, data, run) => {
    let last: Value = null
    for (const value of listOrFail(values)) {
      last = run.value(value, data)
      if (isTrue(last) === end) return last
    }
    return last
  }

/** Negates a value. A list counts as its first member. */
const isNegative = (values: Value, data: Data, run: Evaluator): boolean => {
  const value = run.value(values, data)
  return !isTrue(isValues(value) && value.length > 0 ? at(value, 0) : value)
}

/** Compares two values, or three with the second in the middle. */
const compared =
  (holds: (a: Value, b: Value) => boolean): Operation =>
  (values, data, run) => {
    const list = listOrFail(run.value(values, data))
    if (list.length < 2) return false
    const middle: Value = at(list, 1)
    return holds(at(list, 0), middle) && (list.length !== 3 || holds(middle, at(list, 2)))
  }

const isAtMost = (a: Value, b: Value): boolean => isLess(a, b) || isEqual(a, b)

const isEqualPair = (values: Value, data: Data, run: Evaluator): boolean => {
  const list = listOrFail(run.value(values, data))
  return list.length >= 2 && isEqual(at(list, 0), at(list, 1))
}

const isStrictlyEqualPair = (values: Value, data: Data, run: Evaluator): boolean => {
  const list = run.value(values, data)
  return isValues(list) && list.length >= 2 && isStrictlyEqual(at(list, 0), at(list, 1))
}

/** Converts the arguments to numbers; undefined if they are not a list or are empty. */
const numbersOf = (value: Value): number[] | undefined =>
  isValues(value) && value.length > 0 ? value.map(arithmeticNumber) : undefined

const extreme =
  (isBetter: (number: number, best: number) => boolean): Operation =>
  (values, data, run) =>
    numbersOf(run.value(values, data))?.reduce((best, number) => (isBetter(number, best) ? number : best)) ?? null

const substring = (list: readonly Value[]): string => {
  const text = textOrFail(at(list, 0))
  spend(text.length)
  build(text.length * 10)
  const points = Array.from(text)
  const given = integerOf(arithmeticNumber(at(list, 1)))
  const from = given < 0 ? points.length + given : given
  if (from < 0 || from > points.length) return text
  const length = list.length === 3 ? integerOf(arithmeticNumber(at(list, 2))) : points.length
  const to = Math.min(length < 0 ? points.length + length : from + length, points.length)
  if (to < from || from + length >= 2 ** 63) throw failed
  return points.slice(from, to).join('')
}

const joined = (list: readonly Value[]): string => {
  const [first] = list
  if (first === undefined) return ''
  if (list.length === 1) return textOrFail(first)
  const texts = list.map(textOrFail)
  const length = texts.reduce((sum, one) => sum + one.length, 0)
  spend(length / 4)
  build(length * 2)
  return trimSpace(texts.join(''))
}

export const plainOperations: Readonly<Record<string, Operation>> = {
  and: untilOne(false),
  or: untilOne(true),
  if: conditional,
  '?:': conditional,
  '!': isNegative,
  '!!': (values, data, run) => !isNegative(values, data, run),
  '==': isEqualPair,
  '!=': (values, data, run) => !isEqualPair(values, data, run),
  '===': isStrictlyEqualPair,
  '!==': (values, data, run) => !isStrictlyEqualPair(values, data, run),
  '<': compared(isLess),
  '<=': compared(isAtMost),
  '>': compared((a, b) => isLess(b, a)),
  '>=': compared((a, b) => isAtMost(b, a)),
  '+': (values, data, run) => {
    const value = run.value(values, data)
    return isValues(value)
      ? value.reduce<number>((sum, one) => sum + arithmeticNumber(one), 0)
      : arithmeticNumber(value)
  },
  '-': (values, data, run) => {
    const [first, ...rest] = numbersOf(run.value(values, data)) ?? []
    if (first === undefined) return integerZero
    return rest.length === 0 ? -first : rest.reduce((left, number) => left - number, first)
  },
  '*': (values, data, run) => numbersOf(run.value(values, data))?.reduce((product, number) => product * number) ?? 1,
  '/': (values, data, run) =>
    numbersOf(run.value(values, data))?.reduce((left, number) => left / number) ?? integerZero,
  '%': (values, data, run) => {
    const list = listOrFail(run.value(values, data))
    return arithmeticNumber(at(list, 0)) % arithmeticNumber(at(list, 1))
  },
  abs: (values, data, run) => {
    const value = run.value(values, data)
    if (!isValues(value)) return Math.abs(arithmeticNumber(value))
    return value.length === 0 ? 0 : Math.abs(arithmeticNumber(at(value, 0)))
  },
  max: extreme((number, best) => number > best),
  min: extreme((number, best) => best > number),
  cat: (values, data, run) => {
    const value = run.value(values, data)
    return typeof value === 'string' ? value : joined(listOrFail(value))
  },
  substr: (values, data, run) => substring(listOrFail(run.value(values, data))),
}
