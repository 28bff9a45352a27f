import type { ExpressionDialect } from '../../schemas/extended-split.ts'
import type { Json } from '../../schemas/keys.ts'
import { build, spend } from '../meter.ts'
import { isList } from '../operators/list.ts'
import { malformed } from '../operators/test.ts'
import type { ExpressionContext, OptionalModules } from '../optional-module.ts'
import { requireModule } from '../require-module.ts'
import { catchContextErrors } from './catch-context-errors.ts'
import { sizeOf, expressionText as text } from './cost.ts'
import { fractional } from './fractional.ts'
import { calculate, calculateStrictly, comparisons } from './jsonlogic-number.ts'
import { compareText, semVer } from './jsonlogic-text.ts'
import type { Logic } from './logic.ts'
import { general } from './test.ts'

/*
 * JSONLogic (https://jsonlogic.com/operations.html) with four additional operations: `starts_with`, `ends_with`,
 * `sem_ver` and `fractional`.
 */

type Eager = (args: readonly unknown[], logic: Logic) => unknown
type Lazy = (args: readonly Json[], data: unknown, logic: Logic) => unknown

/**
 * Whether a result counts as true in a condition: as in JavaScript, but empty lists are false, and, in the newer
 * generation, empty objects, too.
 */
export const isTruthy = (value: unknown, { dialect }: Pick<Logic, 'dialect'>): boolean => {
  if (typeof value !== 'object' || value === null) return Boolean(value)
  if (Array.isArray(value)) return value.length > 0
  return !isStrict(dialect) || Object.keys(value).length > 0
}

const memberOf = (holder: unknown, name: string): unknown => {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined
  // Safe cast: any object can be indexed by any name.
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

/** Spends the cost of an operation's operands. Values other than texts and lists are free. */
const spendOperandCost = (args: readonly unknown[]): void => {
  for (const arg of args) {
    if (typeof arg === 'string') spend(arg.length / 16)
    else if (typeof arg === 'object' && arg !== null) spend(sizeOf(arg))
  }
}

/** In the newer generation, only undefined counts as missing. */
const isMissing = (value: unknown, { dialect }: Logic) =>
  value === undefined || (!isStrict(dialect) && (value === null || value === ''))

/** An empty text contains nothing, not even another one: JSONLogic treats it as a missing list. */
const contains = (hay: string | readonly unknown[], needle: unknown): boolean => {
  spend(hay.length / (typeof hay === 'string' ? 16 : 8))
  return typeof hay === 'string' ? hay !== '' && hay.includes(text(needle)) : hay.includes(needle)
}

const part = (whole: string, from: unknown, end: unknown): string => {
  spend(whole.length / 16)
  const rest = whole.slice(Number(from))
  return end === undefined ? rest : rest.slice(0, Number(end))
}

/** JSONLogic uses JavaScript's loose equality. Values that cannot be compared are unequal. */
// oxlint-disable-next-line eslint/eqeqeq
const isLike = (a: unknown, b: unknown): boolean => catchContextErrors(() => a == b) ?? false

const eager: Readonly<Record<string, Eager>> = {
  '==': ([a, b]) => isLike(a, b),
  '!=': ([a, b]) => !isLike(a, b),
  '===': ([a, b]) => a === b,
  '!==': ([a, b]) => a !== b,
  '!': ([a], logic) => !isTruthy(a, logic),
  '!!': ([a], logic) => isTruthy(a, logic),
  in: ([needle, hay]) => (typeof hay === 'string' || isList(hay)) && contains(hay, needle),
  // Null becomes the text `null`, as in JavaScript concatenation.
  cat: (args) => {
    const texts = args.map((arg) => text(arg ?? null))
    const length = texts.reduce((sum, one) => sum + one.length, 0)
    spend(length / 16)
    build(length * 2)
    return texts.join('')
  },
  substr: ([whole, from, end]) => part(text(whole), from, end),
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

const textOnly = (value: unknown): string => {
  if (typeof value !== 'string') throw general
  return value
}

/** Operations that differ in the newer generation. */
const stricter: Readonly<Record<string, Eager>> = {
  ...calculateStrictly,
  in: ([needle, hay]) => {
    if (typeof hay === 'string' || isList(hay)) return contains(hay, needle)
    if (hay) throw general
    return false
  },
  substr: ([whole, from, end]) => part(textOnly(whole), from, end),
}

const isStrict = (dialect: ExpressionDialect): boolean => dialect === 'shift' || dialect === 'cbor'

/** Operations that read their operands as a whole, or convert them to texts or numbers. */
const wholeOperandOperations: ReadonlySet<string> = new Set([
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
  const strictly = isStrict(logic.dialect) ? comparisons[name] : undefined
  if (strictly !== undefined) {
    const operands = args.map((arg) => valueOf(arg, data, logic))
    spendOperandCost(operands)
    return strictly(operands)
  }
  const slow = lazy[name]
  if (slow !== undefined) return slow(args, data, logic)
  const given = args.map((arg) => valueOf(arg, data, logic))
  if (wholeOperandOperations.has(name)) spendOperandCost(given)
  // `check` has verified that one of the tables contains the name.
  return ((isStrict(logic.dialect) ? stricter[name] : undefined) ?? eager[name])?.(given, logic)
}

/** Returns the list that an operation iterates over, within the length limit. */
const listOf = (node: Json | undefined, data: unknown, logic: Logic): unknown[] => {
  const value = valueOf(node ?? null, data, logic)
  if (!isList(value)) {
    if (value && isStrict(logic.dialect)) throw general
    return []
  }
  spend(value.length)
  build(value.length * 8)
  return value
}

const each =
  (judge: (list: readonly unknown[], test: (element: unknown) => boolean) => unknown): Lazy =>
  ([list, test = null], data, logic) =>
    judge(listOf(list, data, logic), (element) => isTruthy(valueOf(test, element, logic), logic))

const lazy: Readonly<Record<string, Lazy>> = {
  var: ([path = '', otherwise = null], data, logic) =>
    read(valueOf(path, data, logic), data, logic) ?? valueOf(otherwise, data, logic),
  if: (args, data, logic) => {
    for (let at = 0; at + 1 < args.length; at += 2) {
      if (isTruthy(valueOf(args[at] ?? null, data, logic), logic)) return valueOf(args[at + 1] ?? null, data, logic)
    }
    return args.length % 2 === 1 ? valueOf(args.at(-1) ?? null, data, logic) : null
  },
  and: (args, data, logic) => {
    let last: unknown = null
    for (const arg of args) {
      last = valueOf(arg, data, logic)
      if (!isTruthy(last, logic)) return last
    }
    return last
  },
  or: (args, data, logic) => {
    let last: unknown = null
    for (const arg of args) {
      last = valueOf(arg, data, logic)
      if (isTruthy(last, logic)) return last
    }
    return last
  },
  map: ([list, test = null], data, logic) => listOf(list, data, logic).map((element) => valueOf(test, element, logic)),
  filter: each((list, test) => list.filter(test)),
  all: ([list, test = null], data, logic) => {
    const elements = listOf(list, data, logic)
    // In the older generation, `all` of an empty list is true.
    if (elements.length === 0) return logic.dialect === 'percent'
    return elements.every((element) => isTruthy(valueOf(test, element, logic), logic))
  },
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
    return keys.filter((key) => isMissing(read(key, data, logic), logic))
  },
  missing_some: ([count = null, keys], data, logic) => {
    const wanted = listOf(keys, data, logic)
    spend(wanted.length * 4)
    const missing = wanted.filter((key) => isMissing(read(key, data, logic), logic))
    return wanted.length - missing.length >= Number(valueOf(count, data, logic)) ? [] : missing
  },
}

/** Returns the operation of an object with one key. A single argument need not be in a list. */
const operationOf = (node: Json): { name: string; args: readonly Json[] } | undefined => {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return undefined
  const [entry, ...more] = Object.entries(node)
  if (entry === undefined || more.length > 0) return undefined
  const [written, given] = entry
  return { name: written === '?:' ? 'if' : written, args: Array.isArray(given) ? given : [given] }
}

export const isOperation = (written: string): boolean => {
  const name = written === '?:' ? 'if' : written
  return Object.hasOwn(lazy, name) || Object.hasOwn(eager, name)
}

/** Throws if an operation is unknown or nested too deep. */
const check = (node: Json, depth: number): void => {
  if (depth > 200) throw malformed('an expression is nested too deep')
  if (Array.isArray(node)) for (const inner of node) check(inner, depth + 1)
  const operation = operationOf(node)
  if (operation === undefined) return
  const { name, args } = operation
  if (!isOperation(name)) {
    throw malformed(`there is no operation ${JSON.stringify(name)}`)
  }
  for (const arg of args) check(arg, depth + 1)
}

/** Compiles an expression. Throws if an operation is unknown. Running it returns a value, or null for nothing. */
export const jsonlogic = (
  expression: Json,
  dialect: ExpressionDialect,
  profiles: OptionalModules,
): ((context: unknown, asked: ExpressionContext) => unknown) => {
  if (dialect === 'query') return requireModule(profiles, 'query')(expression)
  check(expression, 0)
  return (context, asked) => valueOf(expression, context, { dialect, profiles, root: context, asked }) ?? null
}
