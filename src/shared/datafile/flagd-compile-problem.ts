import { jsonlogic } from '../engine/extended/jsonlogic.ts'
import { runWithFullBudget } from '../engine/meter.ts'
import type { Json } from '../schemas/keys.ts'

const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%'])
const leastOperands: Readonly<Record<string, number>> = { '-': 1, '/': 1, '%': 2, max: 1, min: 1 }

/** Operations that read the context, or that are evaluated on each call. */
const runtimeOperations: ReadonlySet<string> = new Set([
  ...['missing', 'missing_some', 'fractional', 'starts_with', 'ends_with', 'sem_ver', 'log'],
])

/** Operations that iterate over a list. Inside them, `var` reads the element. */
export const listOperationNames: ReadonlySet<string> = new Set(['map', 'filter', 'reduce', 'all', 'some', 'none'])

/** Whether an expression has the same value for every context. */
export const isConstant = (node: Json, isElement = false): boolean => {
  if (typeof node !== 'object' || node === null) return true
  if (Array.isArray(node)) return node.every((one) => isConstant(one, isElement))
  return Object.entries(node).every(([name, operands]) => {
    if (name === 'var') return isElement
    if (runtimeOperations.has(name)) return false
    if (!listOperationNames.has(name) || !Array.isArray(operands)) return isConstant(operands, isElement)
    const [list = null, ...tests] = operands
    return isConstant(list, isElement) && isConstant(tests, true)
  })
}

/** Returns the value of a constant expression; undefined if it fails. */
export const constantValueOf = (node: Json): Json | undefined => {
  try {
    return runWithFullBudget(() => jsonlogic(node, 'shift', {})(null, { flagKey: '', nowMs: 0 })) as Json | undefined
  } catch {
    return undefined
  }
}

/** Returns an operand's value if it is known at compile time. A literal list is its own value. */
const compileTimeValueOf = (operand: Json): Json | undefined => {
  if (Array.isArray(operand)) return operand
  if (!isConstant(operand)) return undefined
  const value = constantValueOf(operand)
  return Array.isArray(value) ? undefined : value
}

/** Whether a value is never a number: a list, or text that does not parse as one. */
const isNoNumber = (known: Json | undefined): boolean =>
  Array.isArray(known) || (typeof known === 'string' && Number.isNaN(Number(known)))

const isZero = (known: Json | undefined): boolean =>
  (typeof known === 'number' || typeof known === 'string') && Number(known) === 0

/** Whether a known value counts as 0, as null and false do. */
const isNothing = (known: Json | undefined): boolean => known !== undefined && Number(known) === 0

const firstIn = (nodes: readonly Json[]): string | null => {
  for (const node of nodes) {
    const found = flagdCompileProblem(node)
    if (found !== null) return found
  }
  return null
}

const isIf = (name: string): boolean => name === 'if' || name === '?:'

/** An `if` without a third operand is not compiled, but interpreted on each call. */
export const isInterpretedIf = (name: string, operands: readonly Json[]): boolean => isIf(name) && operands.length < 3

/**
 * Returns the operands of a constant operation that are evaluated at compile time: not those it may skip, and no tests
 * of elements.
 */
const compileTimeOperands = (name: string, operands: readonly Json[]): readonly Json[] => {
  const isFirst = name === 'and' || name === 'or' || isInterpretedIf(name, operands) || listOperationNames.has(name)
  return isFirst ? operands.slice(0, 1) : operands
}

/**
 * Returns what flagd's JavaScript engine rejects in an expression when it compiles it: sums with a value that is not a
 * number, a division by a constant zero, an operation without its operands, and constant parts that fail, because they
 * are evaluated at compile time. Null if there is nothing.
 */
export const flagdCompileProblem = (node: Json): string | null => {
  if (typeof node !== 'object' || node === null) return null
  if (Array.isArray(node)) return firstIn(node)
  const isFixed = isConstant(node)
  for (const [name, inner] of Object.entries(node)) {
    const operands = Array.isArray(inner) ? inner : [inner]
    const found = isFixed ? inConstant(node, name, operands) : inOperation(name, operands, Array.isArray(inner))
    if (found !== null) return found
  }
  return null
}

const inConstant = (node: Json, name: string, operands: readonly Json[]): string | null => {
  const found = firstIn(compileTimeOperands(name, operands))
  const value = constantValueOf(node)
  if (found !== null || (value !== undefined && !(name === '/' && value === Number.POSITIVE_INFINITY))) return found
  const isByZero = (name === '/' || name === '%') && operands.slice(1).map(compileTimeValueOf).some(isNothing)
  return isByZero ? 'a division by 0' : `${name} of what it fails on`
}

const inOperation = (name: string, operands: readonly Json[], isList: boolean): string | null => {
  if (isInterpretedIf(name, operands)) return null
  if (isList && operands.length < (leastOperands[name] ?? 0)) return `${name} of too few values`
  const known = arithmetic.has(name) ? operands.map(compileTimeValueOf) : []
  if (known.some(isNoNumber)) return `${name} of what is no number`
  const divisors = known.length === 1 ? known : known.slice(1)
  if (name === '/' && isList && divisors.some(isZero)) return 'a division by 0'
  return firstIn(operands)
}
