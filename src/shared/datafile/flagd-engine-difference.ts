import { isOperation } from '../engine/extended/jsonlogic.ts'
import type { Json } from '../schemas/keys.ts'
import {
  constantValueOf,
  flagdCompileProblem,
  isConstant,
  isInterpretedIf,
  listOperationNames,
} from './flagd-compile-problem.ts'

const comparing: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])
const choosing: ReadonlySet<string> = new Set(['and', 'or', 'all', 'missing', 'missing_some'])
const unary: ReadonlySet<string> = new Set(['+', '-', '!', '!!', 'cat'])

/**
 * Operations that flagd added to JSONLogic. They read the root of the data, which is missing inside of a list
 * iteration.
 */
const added: ReadonlySet<string> = new Set(['starts_with', 'ends_with', 'sem_ver', 'fractional'])

const holdsAdded = (node: Json): boolean =>
  typeof node === 'object' &&
  node !== null &&
  Object.entries(node).some(([name, inner]) => (added.has(name) && !Array.isArray(node)) || holdsAdded(inner))

const isOpen = (node: Json): boolean => !isConstant(node)

/** Whether an expression is a choice that depends on the context. */
const isChoice = (node: Json): boolean =>
  typeof node === 'object' && node !== null && Object.keys(node).some((name) => choosing.has(name)) && isOpen(node)

const differsAsConstant = (name: string, operands: readonly Json[]): boolean => {
  if (name === '/' && operands.slice(1).some((one) => typeof one === 'string')) return true
  const values = unary.has(name) ? operands.map(constantValueOf) : []
  return (name === 'cat' && values.includes(null)) || (values.length === 1 && Array.isArray(values[0]))
}

/** Whether a compiled operation differs: the generated code lacks brackets in places, and reads the length of texts. */
const differsWhenCompiled = (name: string, operands: readonly Json[]): boolean => {
  if (name === 'var') return typeof operands[0] === 'string' && operands[0].endsWith('.length')
  if (comparing.has(name)) return operands.slice(1).some(isOpen)
  if (listOperationNames.has(name)) return operands.slice(1).some(holdsAdded)
  return name === 'cat' ? operands.some(isChoice) : name === 'in' && operands.slice(1).some(isChoice)
}

/** Every flagd SDK reads single-segment paths the same way. */
const isPlain = ([path = null, ...defaults]: readonly Json[]): boolean =>
  defaults.length === 0 && typeof path === 'string' && (!path.includes('.') || path.startsWith('$flag.'))

/**
 * Whether an interpreted operation differs: null is not a text, operands may not be lists, and a single list operand is
 * unpacked.
 */
const differsWhenInterpreted = (name: string, operands: readonly Json[]): boolean => {
  if (name === 'var') return !isPlain(operands)
  if (listOperationNames.has(name) || name === 'cat' || name === '/') return true
  return (unary.has(name) && operands.length === 1) || flagdCompileProblem([...operands]) !== null
}

/**
 * Returns the name of an operation that flagd's JavaScript engine evaluates differently, because of how it generates
 * code: a comparison whose second operand is computed, choices in texts, null in texts, and most operations in an `if`
 * with two operands. Null if there is none.
 */
export const flagdEngineDifference = (node: Json, isAnew = false): string | null => {
  if (typeof node !== 'object' || node === null) return null
  if (Array.isArray(node)) {
    for (const one of node) {
      const found = flagdEngineDifference(one, isAnew)
      if (found !== null) return found
    }
    return null
  }
  const divides = isConstant(node) ? differsAsConstant : isAnew ? differsWhenInterpreted : differsWhenCompiled
  for (const [name, inner] of Object.entries(node)) {
    const operands = Array.isArray(inner) ? inner : [inner]
    if (divides(name, operands) || (isAnew && !isOperation(name))) return name
    const below = flagdEngineDifference(operands, isAnew || isInterpretedIf(name, operands))
    if (below !== null) return below
  }
  return null
}
