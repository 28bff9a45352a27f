import { isQueryOperation } from '../../../engine/extended/query-logic/evaluate.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Atom } from './atom.ts'
import type { FlagExpression, Tree, Truth } from './parts.ts'
import { comparisons } from './query-atom.ts'
import { placeOfValue } from './variables.ts'

/*
 * Converts queries of GO Feature Flag to decision trees. A part that fails ends its query, not the flag: the query does
 * not apply.
 */

/** Operations with a boolean result. */
const booleans: ReadonlySet<string> = new Set([...comparisons, 'in', 'all', 'some', 'none'])
/** Operations that read the whole context, or names that are not constant. */
const broad: ReadonlySet<string> = new Set([
  'filter',
  'map',
  'reduce',
  'all',
  'some',
  'none',
  'missing',
  'missing_some',
])

const operationIn = (node: Json): readonly [name: string, args: Json] | undefined => {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return undefined
  const [entry, ...more] = Object.entries(node)
  return entry === undefined || more.length > 0 ? undefined : entry
}

const onlyOf = (args: Json): Json => (Array.isArray(args) && args.length === 1 ? (args[0] ?? null) : args)

const isBoolean = (node: Json): boolean => {
  const [name = '', args = null] = operationIn(node) ?? []
  if (name === 'and' || name === 'or') return Array.isArray(args) && args.length > 0 && args.every(isBoolean)
  return booleans.has(name) || name === '!' || name === '!!'
}

/** Whether a name is read in the same way from an object and a list. */
const isPlainName = (name: string): boolean => /^[A-Za-z_$]/.test(name) && !/^(?:inf|nan)/i.test(name)

/** Returns the paths that a node reads; undefined if they are not all constant. */
const pathsOf = (node: Json): ReadonlySet<string> | undefined => {
  const found = new Set<string>()
  const walk = (one: Json): boolean => {
    if (Array.isArray(one)) return one.every(walk)
    const operation = operationIn(one)
    if (operation === undefined) return typeof one !== 'object' || one === null
    const [name, args] = operation
    if (broad.has(name) || !isQueryOperation(name)) return false
    if (name !== 'var') return walk(args)
    const path = onlyOf(args)
    if (typeof path !== 'string' || !path.split('.').every(isPlainName)) return false
    found.add(path)
    return true
  }
  return walk(node) ? found : undefined
}

const overOneValue = (node: Json): Json => {
  if (Array.isArray(node)) return node.map(overOneValue)
  const operation = operationIn(node)
  if (operation === undefined) return node
  return { [operation[0]]: operation[0] === 'var' ? placeOfValue : overOneValue(operation[1]) }
}

const truthOf = (node: Json, part: (node: Json) => FlagExpression): Truth => {
  const [name = '', args = null] = operationIn(node) ?? []
  if ((name === 'and' || name === 'or') && isBoolean(node) && Array.isArray(args))
    return { kind: name === 'and' ? 'all' : 'any', of: args.map((one) => truthOf(one, part)) }
  if ((name === '!' || name === '!!') && isBoolean(onlyOf(args))) {
    const of = truthOf(onlyOf(args), part)
    return name === '!' ? { kind: 'not', of } : of
  }
  const [path, ...others] = pathsOf(node) ?? []
  const names = path?.split('.') ?? []
  if (path === undefined || others.length > 0 || names[0] === 'anonymous') return { kind: 'whole', asked: part(node) }
  const isKey = names[0] === 'key' || names[0] === 'targetingKey'
  if (isKey && names.length > 1) return { kind: 'whole', asked: part(node) }
  const read: Atom['read'] = { firstOf: [isKey ? ['targetingKey'] : names], arrayIndex: true }
  return { kind: 'atom', atom: { read, node: overOneValue(node), dialect: 'query' } }
}

/** Converts the expression of a rule to a decision tree; undefined if it has another form. */
export const queryTree = (asked: FlagExpression): Tree | undefined => {
  const [name, args] = operationIn(asked.expr) ?? []
  if (name !== 'if' || !Array.isArray(args)) return undefined
  const [test = null, variant = null] = args
  const [kind, query = null] = operationIn(test) ?? []
  if (kind !== 'query' || typeof variant !== 'string') return undefined
  const of = truthOf(query, (expr) => ({ ...asked, expr }))
  return { kind: 'if', test: { kind: 'query', of }, yes: { kind: 'text', text: variant }, no: { kind: 'nothing' } }
}
