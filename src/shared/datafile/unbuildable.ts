import { jsonlogic } from '../engine/extended/jsonlogic.ts'
import { metered } from '../engine/meter.ts'
import type { Json } from '../schemas/keys.ts'

const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%'])
const leastOperands: Readonly<Record<string, number>> = { '-': 1, '/': 1, '%': 2, max: 1, min: 1 }

/** What asks the context, or is asked anew each time. */
const asking: ReadonlySet<string> = new Set([
  ...['missing', 'missing_some', 'fractional', 'starts_with', 'ends_with', 'sem_ver', 'log'],
])

/** What asks about the elements of a list, which `var` reads in there. */
export const iterating: ReadonlySet<string> = new Set(['map', 'filter', 'reduce', 'all', 'some', 'none'])

/** Whether an expression comes to the same whatever the context. */
export const isConstant = (node: Json, isElement = false): boolean => {
  if (typeof node !== 'object' || node === null) return true
  if (Array.isArray(node)) return node.every((one) => isConstant(one, isElement))
  return Object.entries(node).every(([name, operands]) => {
    if (name === 'var') return isElement
    if (asking.has(name)) return false
    if (!iterating.has(name) || !Array.isArray(operands)) return isConstant(operands, isElement)
    const [list = null, ...tests] = operands
    return isConstant(list, isElement) && isConstant(tests, true)
  })
}

/** What a constant expression comes to; undefined where it fails. */
export const workedOut = (node: Json): Json | undefined => {
  try {
    return metered(() => jsonlogic(node, 'shift', {})(null, { flagKey: '', nowMs: 0 })) as Json | undefined
  } catch {
    return undefined
  }
}

/** An operand as far as it is known when the expression is built: a list that is written there is itself. */
const knownOf = (operand: Json): Json | undefined => {
  if (Array.isArray(operand)) return operand
  if (!isConstant(operand)) return undefined
  const value = workedOut(operand)
  return Array.isArray(value) ? undefined : value
}

/** It is no number, whatever the context: a list, or text that reads as none. */
const isNoNumber = (known: Json | undefined): boolean =>
  Array.isArray(known) || (typeof known === 'string' && Number.isNaN(Number(known)))

const isZero = (known: Json | undefined): boolean =>
  (typeof known === 'number' || typeof known === 'string') && Number(known) === 0

/** Counts as 0 where all is known: so do nothing and false. */
const isNothing = (known: Json | undefined): boolean => known !== undefined && Number(known) === 0

const firstIn = (nodes: readonly Json[]): string | null => {
  for (const node of nodes) {
    const found = unbuildableIn(node)
    if (found !== null) return found
  }
  return null
}

const isIf = (name: string): boolean => name === 'if' || name === '?:'

/** An `if` without a third operand is not built, but read anew each time. */
export const isReadAnew = (name: string, operands: readonly Json[]): boolean => isIf(name) && operands.length < 3

/** What of a constant operation is worked out before it is: nothing that it may pass over, and no question about elements. */
const workedOutFirst = (name: string, operands: readonly Json[]): readonly Json[] => {
  const isFirst = name === 'and' || name === 'or' || isReadAnew(name, operands) || iterating.has(name)
  return isFirst ? operands.slice(0, 1) : operands
}

/**
 * What in an expression flagd's JavaScript engine refuses when it builds it, before anybody asks: sums with what is no
 * number, a division by a zero that is known there, an operation without what it needs, and whatever fails of what no
 * context changes, which it works out there and then. Null: nothing.
 */
export const unbuildableIn = (node: Json): string | null => {
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
  const found = firstIn(workedOutFirst(name, operands))
  const value = workedOut(node)
  if (found !== null || (value !== undefined && !(name === '/' && value === Number.POSITIVE_INFINITY))) return found
  const isByZero = (name === '/' || name === '%') && operands.slice(1).map(knownOf).some(isNothing)
  return isByZero ? 'a division by 0' : `${name} of what it fails on`
}

const inOperation = (name: string, operands: readonly Json[], isList: boolean): string | null => {
  if (isReadAnew(name, operands)) return null
  if (isList && operands.length < (leastOperands[name] ?? 0)) return `${name} of too few values`
  const known = arithmetic.has(name) ? operands.map(knownOf) : []
  if (known.some(isNoNumber)) return `${name} of what is no number`
  const divisors = known.length === 1 ? known : known.slice(1)
  if (name === '/' && isList && divisors.some(isZero)) return 'a division by 0'
  return firstIn(operands)
}
