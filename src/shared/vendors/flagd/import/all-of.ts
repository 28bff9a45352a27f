import type { Json } from '../../../schemas/keys.ts'
import type { Report } from '../../importing/finding.ts'
import type { FlagdSdk, Generation } from './generation.ts'

type Fields = { readonly [name: string]: Json }

const isFields = (node: Json): node is Fields => typeof node === 'object' && node !== null && !Array.isArray(node)

/** The list operand of an `all` operation and the operation itself. Null for any other node. */
const allIn = (node: Fields): { list: Json; node: Fields } | null => {
  const [entry, ...more] = Object.entries(node)
  if (entry === undefined || more.length > 0 || entry[0] !== 'all' || !Array.isArray(entry[1])) return null
  const [list, test] = entry[1]
  // A literal list is never missing or unexpectedly empty.
  return list === undefined || test === undefined || (Array.isArray(list) && list.length > 0) ? null : { list, node }
}

const same = (a: Json | undefined, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether this `all` is already guarded by a check of its list, so that all engines agree. */
const isGuarded = (node: Fields): boolean => {
  const [first, then] = Array.isArray(node['if']) ? node['if'] : Array.isArray(node['or']) ? node['or'] : []
  const inner = then !== undefined && isFields(then) ? allIn(then) : null
  if (inner === null) return false
  return 'if' in node ? same(first, inner.list) : same(first, isNothing(inner.list))
}

/** The values that JavaScript's engine treats as an empty list. */
const isNothing = (list: Json): Json => ({ in: [list, [null, false, 0, '']] })

/** Wraps `all` so that every engine returns what this SDK returns. `undefined` if that is not needed. */
const guarded = (list: Json, all: Json, generation: Generation, sdk: FlagdSdk): Json | undefined => {
  if (sdk === 'other') return { if: [list, all, false] }
  return generation === 'v1' ? undefined : { or: [isNothing(list), all] }
}

/**
 * Makes the result of `all` explicit if there is no list: false in flagd and most of its SDKs, true in the JavaScript
 * SDK. Before April 2026, the JavaScript SDK also treated an empty list as true. After this, every engine returns the
 * same result.
 */
export const withAll = (node: Json, generation: Generation, sdk: FlagdSdk): Json => {
  if (Array.isArray(node)) return node.map((inner) => withAll(inner, generation, sdk))
  if (!isFields(node)) return node
  if (isGuarded(node)) return node
  const mapped = Object.fromEntries(
    Object.entries(node).map(([name, inner]): [string, Json] => [name, withAll(inner, generation, sdk)]),
  )
  const all = allIn(mapped)
  return all === null ? mapped : (guarded(all.list, all.node, generation, sdk) ?? mapped)
}

/** Whether an expression contains an `all` that engines evaluate differently. */
const dividesEngines = (node: Json): boolean => {
  if (Array.isArray(node)) return node.some(dividesEngines)
  if (!isFields(node) || isGuarded(node)) return false
  return allIn(node) !== null || Object.values(node).some(dividesEngines)
}

/** Reports that engines differ, and which behavior was assumed if the user did not choose one. */
export const reportAll = (report: Report, targeting: Json, generation: Generation, assumed: FlagdSdk): void => {
  if (!dividesEngines(targeting)) return
  const where = generation === 'v1' ? 'missing or empty' : 'missing'
  const differ = `“all” over a list that is ${where} is true to flagd’s SDK for JavaScript, false to the other SDKs`
  const kept = assumed === 'javascript' ? 'in JavaScript' : 'in the other SDKs'
  report('warn', 'targeting', `${differ}. Say which you use; until then it answers as ${kept}.`)
}
