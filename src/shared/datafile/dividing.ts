import { isOperation } from '../engine/extended/jsonlogic.ts'
import type { Json } from '../schemas/keys.ts'
import { isConstant, isReadAnew, iterating, unbuildableIn, workedOut } from './unbuildable.ts'

const comparing: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])
const choosing: ReadonlySet<string> = new Set(['and', 'or', 'all', 'missing', 'missing_some'])
const unary: ReadonlySet<string> = new Set(['+', '-', '!', '!!', 'cat'])

/** What flagd added to JSONLogic: it asks what surrounds the context, and finds nothing around an element. */
const added: ReadonlySet<string> = new Set(['starts_with', 'ends_with', 'sem_ver', 'fractional'])

const holdsAdded = (node: Json): boolean =>
  typeof node === 'object' &&
  node !== null &&
  Object.entries(node).some(([name, inner]) => (added.has(name) && !Array.isArray(node)) || holdsAdded(inner))

const isOpen = (node: Json): boolean => !isConstant(node)

/** Whether an expression is a choice that depends on the context. */
const isChoice = (node: Json): boolean =>
  typeof node === 'object' && node !== null && Object.keys(node).some((name) => choosing.has(name)) && isOpen(node)

const dividesConstant = (name: string, operands: readonly Json[]): boolean => {
  if (name === '/' && operands.slice(1).some((one) => typeof one === 'string')) return true
  const values = unary.has(name) ? operands.map(workedOut) : []
  return (name === 'cat' && values.includes(null)) || (values.length === 1 && Array.isArray(values[0]))
}

/** What is built into a program, which is not put in brackets everywhere, and asks texts for their length. */
const dividesBuilt = (name: string, operands: readonly Json[]): boolean => {
  if (name === 'var') return typeof operands[0] === 'string' && operands[0].endsWith('.length')
  if (comparing.has(name)) return operands.slice(1).some(isOpen)
  if (iterating.has(name)) return operands.slice(1).some(holdsAdded)
  return name === 'cat' ? operands.some(isChoice) : name === 'in' && operands.slice(1).some(isChoice)
}

/** A path of one name is read alike everywhere. */
const isPlain = ([path = null, ...defaults]: readonly Json[]): boolean =>
  defaults.length === 0 && typeof path === 'string' && (!path.includes('.') || path.startsWith('$flag.'))

/** What is read anew each time: null is no text there, lists may be none, alone they are taken apart, and so on. */
const dividesRead = (name: string, operands: readonly Json[]): boolean => {
  if (name === 'var') return !isPlain(operands)
  if (iterating.has(name) || name === 'cat' || name === '/') return true
  return (unary.has(name) && operands.length === 1) || unbuildableIn([...operands]) !== null
}

/**
 * The name of an operation that flagd's JavaScript engine answers in a way of its own, which comes from how it writes
 * programs: a comparison with what is computed after its first operand, choices in texts, null in texts, and much in an `if` of
 * two operands. Null: none.
 */
export const dividingIn = (node: Json, isAnew = false): string | null => {
  if (typeof node !== 'object' || node === null) return null
  if (Array.isArray(node)) {
    for (const one of node) {
      const found = dividingIn(one, isAnew)
      if (found !== null) return found
    }
    return null
  }
  const divides = isConstant(node) ? dividesConstant : isAnew ? dividesRead : dividesBuilt
  for (const [name, inner] of Object.entries(node)) {
    const operands = Array.isArray(inner) ? inner : [inner]
    if (divides(name, operands) || (isAnew && !isOperation(name))) return name
    const below = dividingIn(operands, isAnew || isReadAnew(name, operands))
    if (below !== null) return below
  }
  return null
}
