import type { Json } from '../../../schemas/keys.ts'

/** The minimum number of operands, for operations that take a list. */
const least: Readonly<Record<string, number>> = {
  ...Object.fromEntries(['==', '!=', '===', '!==', '<', '<=', '>', '>=', 'in', 'substr'].map((name) => [name, 2])),
  ...Object.fromEntries(
    ['if', '?:', 'all', 'some', 'none', 'starts_with', 'ends_with', '%', '/'].map((name) => [name, 2]),
  ),
  ...{ map: 2, filter: 2, reduce: 2, and: 1, or: 1, fractional: 1, sem_ver: 3, missing_some: 2 },
}

/** The maximum number of operands, for operations that check it. */
const most: Readonly<Record<string, number>> = { starts_with: 2, ends_with: 2, sem_ver: 3 }

/** Operations that compare their operands. A literal list is not a valid operand. */
const comparing: ReadonlySet<string> = new Set([
  '==',
  '!=',
  '===',
  '!==',
  '<',
  '<=',
  '>',
  '>=',
  'starts_with',
  'ends_with',
  'substr',
  'sem_ver',
])

const relating: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])

const isConstant = (node: Json): boolean => typeof node !== 'object'

/** Operations that apply a test to each element of a list. */
const quantifying: ReadonlySet<string> = new Set(['all', 'some', 'none', 'map', 'filter', 'reduce'])

const isObject = (node: Json): node is { [key: string]: Json } =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

/** An operation must be an object with exactly one key. */
const isNoOperation = (node: Json): boolean => isObject(node) && Object.keys(node).length !== 1

/** An entry of `fractional` must contain a variant name, or an expression for it, and a weight. */
const isNoShare = (entry: Json): boolean =>
  Array.isArray(entry) && (entry.length === 0 || entry.length > 2 || Array.isArray(entry[0]))

const isName = (node: Json): boolean => typeof node === 'string' || typeof node === 'number'

/** A list of names, unless it is computed. */
const isNoNames = (node: Json): boolean => !isObject(node) && !(Array.isArray(node) && node.every(isName))

const isMisshapen = (name: string, operands: Json): boolean => {
  if (operands === null || typeof operands === 'boolean' || isNoOperation(operands)) return true
  const due = least[name] ?? 0
  if (!Array.isArray(operands)) return due > 0 || (name === 'cat' && isObject(operands))
  if (operands.length < due || operands.some(isNoOperation)) return true
  const [one = null] = operands
  if (operands.length > (most[name] ?? operands.length)) return true
  if (comparing.has(name) && operands.some(Array.isArray)) return true
  if (relating.has(name) && operands.every(isConstant) && new Set(operands.map((one) => typeof one)).size > 1)
    return true
  if (quantifying.has(name)) return !isObject(one) && !Array.isArray(one)
  if (name === 'substr') return typeof one !== 'string' && !isObject(one)
  if (name === 'var') return Array.isArray(one)
  if (name === 'missing') return operands.includes('') || isNoNames(operands)
  if (name === 'missing_some') return isNoNames(operands[1] ?? null)
  return name === 'fractional' && operands.some(isNoShare)
}

/**
 * Finds an operation with operands that flagd's engines do not treat alike: no list, too few operands, an object that
 * is not an operation, or a literal string compared with a literal number. Returns the operation's name, or null if
 * there is none.
 */
export const misshapenIn = (node: Json): string | null => {
  if (typeof node !== 'object' || node === null) return null
  for (const [name, operands] of Object.entries(node)) {
    if (!Array.isArray(node) && isMisshapen(name, operands)) return name
    const below = misshapenIn(operands)
    if (below !== null) return below
  }
  return null
}
