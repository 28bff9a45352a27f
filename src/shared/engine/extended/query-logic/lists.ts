import { build, spend } from '../../meter.ts'
import { failed } from './failed.ts'
import { arithmeticNumber, integerOf } from './number.ts'
import type { Data, Evaluator, Operation } from './operation.ts'
import {
  at,
  isMembers,
  isPrimitive,
  isSame,
  isTrue,
  isValues,
  listOrFail,
  type Members,
  textOrFail,
  type Value,
} from './values.ts'

/** Returns the list that an operation iterates over. A literal list is not evaluated. */
const subjectOf = (args: readonly Value[], data: Data, run: Evaluator): Value => {
  const subject = at(args, 0)
  if (isValues(subject)) return subject
  return isMembers(subject) ? run.map(subject, data) : null
}

const elementsOf = (subject: Value): readonly Value[] => {
  const list = listOrFail(subject)
  spend(list.length * 4)
  build(list.length * 8)
  return list
}

/** Replaces variables in the test that have a value outside of the list. */
const resolved = (node: Value, data: Data, run: Evaluator): Value => {
  spend(2)
  if (isValues(node)) {
    build(node.length * 8)
    return node.map((inner) => resolved(inner, data, run))
  }
  if (!isMembers(node)) return node
  const found: [string, Value][] = []
  for (const [name, inner] of Object.entries(node)) {
    if (name !== 'var') found.push([name, resolved(inner, data, run)])
    else if (typeof inner === 'string' && (inner === '' || inner.startsWith('.'))) found.push([name, inner])
    else {
      const value = run.path(inner, data)
      if (value !== null) return value
      found.push([name, inner])
    }
  }
  build(found.length * 16)
  return Object.fromEntries(found)
}

/** Checks the elements of a list with a test. Returns `ofNone` if the list is empty. */
const quantified =
  (ofNone: boolean, judge: (list: readonly Value[], test: (element: Value) => boolean) => boolean): Operation =>
  (values, data, run) => {
    const args = listOrFail(values)
    const subject = subjectOf(args, data, run)
    if (!isTrue(subject)) return ofNone
    const test = resolved(at(args, 1), data, run)
    return judge(elementsOf(subject), (element) => {
      if (!isMembers(test)) throw failed
      return isTrue(run.map(test, element))
    })
  }

const converters: Readonly<Record<string, (value: Value) => Value>> = {
  boolean: isTrue,
  number: arithmeticNumber,
  string: textOrFail,
}

const isInRange = (value: Value, range: readonly Value[]): boolean => {
  const [from, to] = [at(range, 0), at(range, 1)]
  const number = arithmeticNumber(value)
  return number >= arithmeticNumber(from) && arithmeticNumber(to) >= number
}

const isElement = (value: Value, element: Value): boolean => {
  if (isValues(element)) return isInRange(value, element)
  return typeof value === 'number' ? arithmeticNumber(element) === value : isSame(element, value)
}

const missing = (keys: readonly Value[], data: Data, run: Evaluator): Value[] => {
  spend(keys.length * 4)
  return keys.filter((key) => run.path(key, data) === null)
}

/** Compares two lists. Returns `ofOthers` if either is not a list. */
const containing =
  (ofOthers: boolean, judge: (list: readonly Value[], wanted: readonly Value[]) => boolean): Operation =>
  (values, data, run) => {
    const args = run.value(values, data)
    if (!isValues(args) || args.length !== 2) return ofOthers
    const [list = null, wanted = null] = args
    if (!isValues(list) || !isValues(wanted)) return ofOthers
    spend((list.length * wanted.length) / 4)
    return judge(list, wanted)
  }

const holds = (list: readonly Value[], wanted: Value): boolean => list.some((one) => isSame(one, wanted))

export const listOperations: Readonly<Record<string, Operation>> = {
  filter: (values, data, run) => {
    const args = listOrFail(values)
    const subject = args.length < 2 ? null : subjectOf(args, data, run)
    if (subject === null) return []
    const elements = elementsOf(subject)
    const test = resolved(at(args, 1), data, run)
    return elements.filter((element) => isTrue(run.value(test, element)))
  },
  map: (values, data, run) => {
    const args = listOrFail(values)
    const subject = args.length < 2 ? null : subjectOf(args, data, run)
    return subject === null ? [] : elementsOf(subject).map((element) => run.value(at(args, 1), element))
  },
  reduce: (values, data, run) => {
    const args = listOrFail(values)
    if (args.length < 3) return 0
    const start = at(args, 2)
    let accumulator = isMembers(start) ? run.map(start, data) : start
    const valueType = typeof accumulator
    const convert = converters[valueType]
    if (convert === undefined) throw failed
    const subject = subjectOf(args, data, run)
    if (subject === null) return 0
    const step = at(args, 1)
    for (const current of elementsOf(subject)) {
      if (current === null) continue
      if (!isMembers(step)) throw failed
      accumulator = convert(run.map(step, { current, accumulator, valueType: typeNames[valueType] ?? '' }))
    }
    return accumulator
  },
  all: quantified(false, (list, test) => list.every(test)),
  none: quantified(true, (list, test) => !list.some(test)),
  some: quantified(false, (list, test) => list.some(test)),
  in: (values, data, run) => {
    const args = listOrFail(run.value(values, data))
    const value = at(args, 0)
    const [, place = null] = args
    if (typeof place === 'string') {
      if (typeof value !== 'string') throw failed
      spend(place.length / 16)
      return place.includes(value)
    }
    if (!isValues(place)) return false
    spend(place.length / 4)
    return place.some((element) => isElement(value, element))
  },
  merge: (values, data, run) => {
    const list = run.value(values, data)
    if (isPrimitive(list)) return [list]
    const merged = listOrFail(list)
    build(merged.reduce<number>((sum, one) => sum + (isValues(one) ? one.length : 1), 0) * 8)
    return merged.flatMap((one) => one)
  },
  missing: (values, data, run) => {
    const keys = run.value(values, data)
    return missing(typeof keys === 'string' ? [keys] : listOrFail(keys), data, run)
  },
  missing_some: (values, data, run) => {
    const args = listOrFail(run.value(values, data))
    const wanted = integerOf(arithmeticNumber(at(args, 0)))
    const keys = at(args, 1)
    if (!isValues(keys)) return []
    const absent = missing(keys, data, run)
    return wanted > keys.length - absent.length ? absent : []
  },
  set: (values, data, run) => {
    const args = run.value(values, data)
    if (!isValues(args)) return null
    const [object = null, name, value = null] = args
    if (args.length < 3 || !isMembers(object) || typeof name !== 'string') return object
    const members: Members = object
    build(Object.keys(members).length * 16)
    return { ...members, [name]: run.value(value, data) }
  },
  contains_all: containing(false, (list, wanted) => wanted.every((one) => holds(list, one))),
  contains_any: containing(false, (list, wanted) => wanted.some((one) => holds(list, one))),
  contains_none: containing(true, (list, wanted) => !wanted.some((one) => holds(list, one))),
}

const typeNames: Readonly<Record<string, string>> = { boolean: 'bool', number: 'number', string: 'string' }
