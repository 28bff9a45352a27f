import type { Json } from '../../schemas/keys.ts'
import type { ExpressionDialect } from '../../schemas/wide-split.ts'
import { build, spend } from '../meter.ts'
import { isList } from '../operators/list.ts'
import { malformed } from '../operators/test.ts'
import type { Asked, Profiles } from '../profile.ts'
import { sizeOf, expressionText as text } from './cost.ts'
import { fractional } from './fractional.ts'
import { calculate } from './jsonlogic-number.ts'
import { compareText, semVer } from './jsonlogic-text.ts'
import type { Logic } from './logic.ts'

/*
 * JSONLogic (https://jsonlogic.com/operations.html) with four more operations that yield variants by text, version
 * and weight: starts_with, ends_with, sem_ver, fractional.
 */

type Eager = (args: readonly unknown[], logic: Logic) => unknown
type Lazy = (args: readonly Json[], data: unknown, logic: Logic) => unknown

/** What an expression counts as in a condition: empty lists are false, beside what JavaScript calls falsy. */
export const isTruthy = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

const memberOf = (holder: unknown, name: string): unknown => {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined
  // Any object may be asked for any name.
  return (holder as Record<string, unknown>)[name]
}

const read = (path: unknown, data: unknown, { root, asked }: Logic): unknown => {
  if (path === '' || path === null || path === undefined) return data
  const written = text(path)
  spend(written.length / 4)
  const names = written.split('.')
  if (data === root && names[0] === '$flag') {
    const flag: Readonly<Record<string, unknown>> = {
      flagKey: asked.flagKey,
      timestamp: Math.floor(asked.nowMs / 1000),
    }
    return names.slice(1).reduce<unknown>(memberOf, flag)
  }
  return names.reduce<unknown>(memberOf, data)
}

/** Pays for what an operation looks at; what is no text and no list costs nothing to compare or calculate with. */
const pay = (args: readonly unknown[]): void => {
  for (const arg of args) {
    if (typeof arg === 'string') spend(arg.length / 16)
    else if (typeof arg === 'object' && arg !== null) spend(sizeOf(arg))
  }
}

const isMissing = (value: unknown) => value === undefined || value === null || value === ''

const eager: Readonly<Record<string, Eager>> = {
  // The loose equality of JavaScript is what JSONLogic means.
  // oxlint-disable-next-line eslint/eqeqeq
  '==': ([a, b]) => a == b,
  // oxlint-disable-next-line eslint/eqeqeq
  '!=': ([a, b]) => a != b,
  '===': ([a, b]) => a === b,
  '!==': ([a, b]) => a !== b,
  '!': ([a]) => !isTruthy(a),
  '!!': ([a]) => isTruthy(a),
  in: ([needle, hay]) => {
    if (typeof hay === 'string') {
      spend(hay.length / 16)
      return hay.includes(text(needle))
    }
    if (!isList(hay)) return false
    spend(hay.length / 8)
    return hay.includes(needle)
  },
  // Null is the text `null`, as the adding of texts makes it.
  cat: (args) => {
    const texts = args.map((arg) => text(arg ?? null))
    const length = texts.reduce((sum, one) => sum + one.length, 0)
    spend(length / 16)
    build(length * 2)
    return texts.join('')
  },
  substr: ([given, start, end]) => {
    const [whole, from] = [text(given), Number(start)]
    spend(whole.length / 16)
    if (end === undefined) return whole.slice(from)
    return whole.slice(from).slice(0, Number(end))
  },
  merge: (args) => {
    const length = args.reduce<number>((sum, arg) => sum + (Array.isArray(arg) ? arg.length : 1), 0)
    spend(length)
    build(length * 8)
    return args.flat()
  },
  log: ([a]) => a,
  starts_with: compareText((whole, wanted) => whole.startsWith(wanted)),
  ends_with: compareText((whole, wanted) => whole.endsWith(wanted)),
  sem_ver: semVer,
  fractional,
  ...calculate,
}

/** What looks at its arguments as a whole, or makes texts or numbers of them. */
const looking: ReadonlySet<string> = new Set([
  ...['==', '!=', 'starts_with', 'ends_with', 'sem_ver', 'fractional', '===', '!=='],
  ...Object.keys(calculate),
])

const valueOf = (node: Json, data: unknown, logic: Logic): unknown => {
  spend(4)
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) build(node.length * 8)
  if (Array.isArray(node)) return node.map((inner) => valueOf(inner, data, logic))
  const operation = operationOf(node)
  if (operation === undefined) return node
  const { name, args } = operation
  const slow = lazy[name]
  if (slow !== undefined) return slow(args, data, logic)
  const given = args.map((arg) => valueOf(arg, data, logic))
  if (looking.has(name)) pay(given)
  // `check` has seen to it that the name is one of the two tables'.
  return eager[name]?.(given, logic)
}

/** The list that an operation goes through; an array may have more elements than anything has put into it. */
const listOf = (node: Json | undefined, data: unknown, logic: Logic): unknown[] => {
  const value = valueOf(node ?? null, data, logic)
  if (!isList(value)) return []
  spend(value.length)
  build(value.length * 8)
  return value
}

const each =
  (judge: (list: readonly unknown[], test: (element: unknown) => boolean) => unknown): Lazy =>
  ([list, test = null], data, logic) =>
    judge(listOf(list, data, logic), (element) => isTruthy(valueOf(test, element, logic)))

const lazy: Readonly<Record<string, Lazy>> = {
  var: ([path = '', otherwise = null], data, logic) =>
    read(valueOf(path, data, logic), data, logic) ?? valueOf(otherwise, data, logic),
  if: (args, data, logic) => {
    for (let at = 0; at + 1 < args.length; at += 2) {
      if (isTruthy(valueOf(args[at] ?? null, data, logic))) return valueOf(args[at + 1] ?? null, data, logic)
    }
    return args.length % 2 === 1 ? valueOf(args.at(-1) ?? null, data, logic) : null
  },
  and: (args, data, logic) => {
    let last: unknown = null
    for (const arg of args) {
      last = valueOf(arg, data, logic)
      if (!isTruthy(last)) return last
    }
    return last
  },
  or: (args, data, logic) => {
    let last: unknown = null
    for (const arg of args) {
      last = valueOf(arg, data, logic)
      if (isTruthy(last)) return last
    }
    return last
  },
  map: ([list, test = null], data, logic) => listOf(list, data, logic).map((element) => valueOf(test, element, logic)),
  filter: each((list, test) => list.filter(test)),
  all: each((list, test) => list.length > 0 && list.every(test)),
  some: each((list, test) => list.some(test)),
  none: each((list, test) => !list.some(test)),
  reduce: ([list, step = null, start = null], data, logic) =>
    listOf(list, data, logic).reduce(
      (accumulator: unknown, current) => valueOf(step, { current, accumulator }, logic),
      valueOf(start, data, logic),
    ),
  missing: (args, data, logic) => {
    const given = args.map((arg) => valueOf(arg, data, logic))
    const keys = isList(given[0]) ? given[0] : given
    spend(keys.length * 4)
    return keys.filter((key) => isMissing(read(key, data, logic)))
  },
  missing_some: ([count = null, keys], data, logic) => {
    const wanted = listOf(keys, data, logic)
    spend(wanted.length * 4)
    const missing = wanted.filter((key) => isMissing(read(key, data, logic)))
    return wanted.length - missing.length >= Number(valueOf(count, data, logic)) ? [] : missing
  },
}

/** An object with one key is an operation; one argument may stand without its list. */
const operationOf = (node: Json): { name: string; args: readonly Json[] } | undefined => {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return undefined
  const [entry, ...more] = Object.entries(node)
  if (entry === undefined || more.length > 0) return undefined
  const [written, given] = entry
  return { name: written === '?:' ? 'if' : written, args: Array.isArray(given) ? given : [given] }
}

/** Throws when an operation is unknown or nested too deep. */
const check = (node: Json, depth: number): void => {
  if (depth > 200) throw malformed('an expression is nested too deep')
  if (Array.isArray(node)) for (const inner of node) check(inner, depth + 1)
  const operation = operationOf(node)
  if (operation === undefined) return
  const { name, args } = operation
  if (!Object.hasOwn(lazy, name) && !Object.hasOwn(eager, name)) {
    throw malformed(`there is no operation ${JSON.stringify(name)}`)
  }
  for (const arg of args) check(arg, depth + 1)
}

/** Prepares an expression. Throws when an operation is unknown; running it answers a value, null for nothing. */
export const jsonlogic = (
  expression: Json,
  dialect: ExpressionDialect,
  profiles: Profiles,
): ((context: unknown, asked: Asked) => unknown) => {
  check(expression, 0)
  return (context, asked) => valueOf(expression, context, { dialect, profiles, root: context, asked }) ?? null
}
