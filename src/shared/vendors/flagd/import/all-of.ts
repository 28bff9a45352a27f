import type { Json } from '../../../schemas/keys.ts'
import type { Report } from '../../importing/finding.ts'
import type { FlagdSdk, Generation } from './generation.ts'

type Fields = { readonly [name: string]: Json }

const isFields = (node: Json): node is Fields => typeof node === 'object' && node !== null && !Array.isArray(node)

/** What `all` goes through, and the whole of it; null for anything else. */
const allIn = (node: Fields): { list: Json; node: Fields } | null => {
  const [entry, ...more] = Object.entries(node)
  if (entry === undefined || more.length > 0 || entry[0] !== 'all' || !Array.isArray(entry[1])) return null
  const [list, test] = entry[1]
  // a list that is written out is neither missing nor empty by surprise
  return list === undefined || test === undefined || (Array.isArray(list) && list.length > 0) ? null : { list, node }
}

const same = (a: Json | undefined, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether `all` stands here already behind a look at its list, so that all engines agree about it. */
const isGuarded = (node: Fields): boolean => {
  const [first, then] = Array.isArray(node['if']) ? node['if'] : Array.isArray(node['or']) ? node['or'] : []
  const inner = then !== undefined && isFields(then) ? allIn(then) : null
  if (inner === null) return false
  return 'if' in node ? same(first, inner.list) : same(first, isNothing(inner.list))
}

/** What JavaScript's engine takes for a list of which nothing is amiss. */
const isNothing = (list: Json): Json => ({ in: [list, [null, false, 0, '']] })

/** The operation that all engines answer as these do; `undefined` where this one is answered so as it is. */
const guarded = (list: Json, all: Json, generation: Generation, sdk: FlagdSdk): Json | undefined => {
  if (sdk === 'other') return { if: [list, all, false] }
  return generation === 'v1' ? undefined : { or: [isNothing(list), all] }
}

/**
 * An expression in which `all` says what it means where there is no list: false to flagd and its SDKs, true to the SDK for
 * JavaScript, which before April 2026 took an empty list for true, too. So every engine that reads it answers alike.
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

/** Whether there is an `all` that engines differ about. */
const dividesEngines = (node: Json): boolean => {
  if (Array.isArray(node)) return node.some(dividesEngines)
  if (!isFields(node) || isGuarded(node)) return false
  return allIn(node) !== null || Object.values(node).some(dividesEngines)
}

/** Says that engines differ, and whose answers are kept where nobody said which. */
export const reportAll = (report: Report, targeting: Json, generation: Generation, assumed: FlagdSdk): void => {
  if (!dividesEngines(targeting)) return
  const where = generation === 'v1' ? 'missing or empty' : 'missing'
  const differ = `“all” over a list that is ${where} is true to flagd’s SDK for JavaScript, false to the other SDKs`
  const kept = assumed === 'javascript' ? 'in JavaScript' : 'in the other SDKs'
  report('warn', 'targeting', `${differ}. Say which you use; until then it answers as ${kept}.`)
}
