import type { Json } from '../../../schemas/keys.ts'
import { budgetExhausted, build, spend } from '../../meter.ts'
import { malformed } from '../../operators/test.ts'
import { failed } from './failed.ts'
import { listOperations } from './lists.ts'
import { formatNumber, integerOf, parseFloat64 } from './number.ts'
import type { Data, Evaluator, Operation } from './operation.ts'
import { plainOperations } from './operations.ts'
import { Root } from './root.ts'
import { integerZero, isMembers, isPrimitive, isValues, listOrFail, type Members, type Value } from './values.ts'

/*
 * JSONLogic as GO Feature Flag evaluates it, with github.com/diegoholiveira/jsonlogic 3.10: written from its source,
 * and compared with recorded results in tests/conformance.
 * Differences from the JSONLogic specification: `null` equals only itself, empty objects are false, a text that is not
 * a number counts as 0 in arithmetic, and a value that an operation cannot use ends the query, which then does not
 * apply.
 */

const part = (value: Value, name: string): Value => {
  if (isValues(value)) return value[integerOf(parseFloat64(name) ?? -1)] ?? null
  return isMembers(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null
}

/** Reads a path. Empty names are skipped. */
const read = (path: string, data: Data): Value => {
  spend(path.length / 4)
  const [first, ...rest] = path.split('.').filter((name) => name !== '')
  if (first === undefined) return data instanceof Root ? data.members : data
  return rest.reduce(part, data instanceof Root ? data.member(first) : part(data, first))
}

const wholeOf = (data: Data): Value => (data instanceof Root ? data.members : data)

const pathValue = (given: Value, data: Data): Value => {
  const path = evaluateValue(given, data)
  if (path === null) return !(data instanceof Root) && isPrimitive(data) ? data : null
  if (path === '') return wholeOf(data)
  if (typeof path === 'number') return read(formatNumber(path), data)
  if (typeof path === 'string') return read(path, data)
  const [name, otherwise = null] = listOrFail(path)
  if (name === undefined) return wholeOf(data)
  if (typeof name !== 'string') throw failed
  return (data === null ? null : read(name, data)) ?? (listOrFail(path).length === 2 ? otherwise : null)
}

const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ...Object.entries(plainOperations),
  ...Object.entries(listOperations),
  ['var', pathValue],
])

export const isQueryOperation = (name: string): boolean => operations.has(name)

/** Evaluates an object. One with several members is a literal value; an empty one stays empty. */
function evaluateMap(node: Members, data: Data): Value {
  spend(4)
  const [entry, ...more] = Object.entries(node)
  if (entry === undefined || more.length > 0) return node
  const operation = operations.get(entry[0])
  if (operation === undefined) throw failed
  return operation(entry[1], data, evaluator)
}

function evaluateValue(node: Value, data: Data): Value {
  spend(2)
  if (isMembers(node)) return evaluateMap(node, data)
  if (!isValues(node)) {
    if (node === integerZero) throw failed
    return node
  }
  build(node.length * 8)
  return node.map((inner) => evaluateValue(inner, data))
}

const evaluator: Evaluator = { value: evaluateValue, map: evaluateMap, path: pathValue }

/** Whether the JSON text of a result counts as true. That of an empty object and of -0 does. */
const applies = (result: Value): boolean => {
  if (typeof result === 'number') return Number.isFinite(result) && (result !== 0 || Object.is(result, -0))
  if (typeof result === 'object' && result !== null) return !isValues(result) || result.length > 0
  return result !== null && result !== false && result !== '' && result !== integerZero
}

/** Whether JSON can represent a result. If not, the query fails. */
const isJson = (value: Value): boolean => {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isJson)
}

/** Whether a query applies to a context. A query that fails does not apply. */
const queryApplies = (query: Json, context: unknown): boolean => {
  try {
    const result = evaluateMapOf(query, new Root(context))
    return isJson(result) && applies(result)
  } catch (problem) {
    if (problem === budgetExhausted) throw problem
    return false
  }
}

const evaluateMapOf = (query: Json, data: Data): Value => (isMembers(query) ? evaluateMap(query, data) : query)

const deepest = 400

const depthOf = (node: Json, depth = 0): number => {
  if (typeof node !== 'object' || node === null || depth > deepest) return depth
  return Object.values(node).reduce<number>((most, inner) => Math.max(most, depthOf(inner, depth + 1)), depth)
}

/**
 * Compiles `{ "if": [{ "query": … }, variant, null] }`, the expression of a rule. Returns the variant if the query
 * applies.
 */
export const query = (expression: Json): ((context: unknown) => Json) => {
  const [test, variant, nothing] =
    isMembers(expression) && isValues(expression['if'] ?? null) ? (expression['if'] as Json[]) : []
  const query = isMembers(test) && Object.hasOwn(test, 'query') ? (test as { query: Json }).query : undefined
  if (query === undefined || typeof variant !== 'string' || nothing !== null)
    throw malformed('the expression of a rule is not as GO Feature Flag has it')
  if (depthOf(query) > deepest) throw malformed('an expression is nested too deep')
  return (context) => (queryApplies(query, context) ? variant : null)
}
