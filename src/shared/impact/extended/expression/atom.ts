import { canonicalJson } from '../../../datafile/canonical-json.ts'
import { isTruthy, jsonlogic } from '../../../engine/extended/jsonlogic.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { ExpressionDialect } from '../../../schemas/extended-split.ts'
import type { Json } from '../../../schemas/keys.ts'
import { everyModule } from '../every-module.ts'
import type { StableKinds } from '../stable-kinds.ts'
import { runWithOwnBudget, type TruthEnd, truths } from '../standalone-verdicts.ts'
import type { Comparison } from './comparison.ts'
import type { Ordering } from './line.ts'
import { isSoundQuery, queryStill, queryTruth } from './query-atom.ts'
import { operationOf } from './variables.ts'

/** A boolean part of an expression that reads one value. */
export interface Atom {
  readonly read: AttributeRef
  /** The part itself, as an expression of `v`. */
  readonly node: Json
  readonly dialect: ExpressionDialect
}

/** Whether values that cannot be compared end the flag. */
export const isStrict = (dialect: ExpressionDialect): boolean => dialect === 'shift' || dialect === 'cbor'

/** Returns the boolean result of an expression for some data. An error ends the flag. */
export const truthOf = (
  node: Json,
  dialect: ExpressionDialect,
  asked: { readonly flagKey: string; readonly nowMs: number },
): ((data: unknown) => TruthEnd) => {
  if (dialect === 'query') return queryTruth(node, everyModule.query)
  const run = jsonlogic(node, dialect, everyModule)
  return (data) => {
    try {
      return runWithOwnBudget<TruthEnd>(
        () => (isTruthy(run(data, asked), { dialect }) ? truths.yes : truths.no),
        truths.fatal,
      )
    } catch {
      return truths.fatal
    }
  }
}

/** Returns the result of a part for the value that it reads. Times are in seconds. */
export const askAtom = ({ read, node, dialect }: Atom): ((value: unknown) => TruthEnd) => {
  const ask = truthOf(node, dialect, { flagKey: '', nowMs: 0 })
  // In GO Feature Flag, a targeting key that is not a text is empty.
  const isKey = dialect === 'query' && canonicalJson(read.firstOf) === '[["targetingKey"]]'
  if (isKey) return (value) => ask({ v: typeof value === 'string' ? value : '' })
  return read.virtual === 'now' ? (value) => ask({ v: Math.floor(Number(value) / 1000) }) : (value) => ask({ v: value })
}

const isValue = (node: Json): boolean => {
  const operation = operationOf(node)
  return operation?.name === 'var' && operation.args.length === 1
}

const isWritten = (node: Json | undefined): node is Json =>
  node !== undefined && (Array.isArray(node) ? node.every((one) => !isLooking(one)) : !isLooking(node))

const isLooking = (node: Json): boolean => typeof node === 'object' && node !== null

/** Returns the comparison of a part, if it compares one value with a constant; otherwise undefined. */
export const comparisonOf = ({ node }: Atom): Comparison | undefined => {
  const operation = operationOf(node)
  if (operation === undefined) return undefined
  const { name, args } = operation
  if (name === 'var') return args.length === 1 ? { name, constant: null, flipped: false } : undefined
  if (name === 'sem_ver') {
    const [version = null, relation, wanted] = args
    return isValue(version) && typeof relation === 'string' && isWritten(wanted) && args.length === 3
      ? { name: `sem_ver ${relation}`, constant: wanted, flipped: false }
      : undefined
  }
  const [a = null, b = null] = args
  if (args.length !== 2) return undefined
  if (isValue(a) && isWritten(b)) return { name, constant: b, flipped: false }
  return isValue(b) && isWritten(a) ? { name, constant: a, flipped: true } : undefined
}

const equalities: ReadonlySet<string> = new Set(['==', '!=', '===', '!=='])
const orders: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])

const orderOf: Readonly<Record<string, readonly [less: boolean, equal: boolean, more: boolean]>> = {
  '<': [true, false, false],
  '<=': [true, true, false],
  '>': [false, false, true],
  '>=': [false, true, true],
  '==': [false, true, false],
  '!=': [true, false, true],
}

/** Returns the ordering of a part, if it compares the value as a number; otherwise undefined. */
export const orderingOf = (atom: Atom): Ordering | undefined => {
  const compared = comparisonOf(atom)
  if (compared === undefined || typeof compared.constant !== 'number' || atom.read.virtual === 'now') return undefined
  // GO Feature Flag parses texts as numbers by Go's rules.
  if (atom.dialect === 'query') return undefined
  const { name, constant: limit, flipped } = compared
  // Unless compared as a number, null and undefined equal no number.
  const said = isStrict(atom.dialect) || orders.has(name) ? orderOf[name] : undefined
  if (said === undefined) return undefined
  const [less, equal, more] = flipped ? said.toReversed() : said
  return { limit, less: less === true, equal: equal === true, more: more === true }
}

/** Whether a text does not parse as a number. */
export const isPlainText = (value: Json): value is string => typeof value === 'string' && Number.isNaN(Number(value))

const scalars = (constant: Json): Json[] =>
  (Array.isArray(constant) ? constant : [constant]).filter((one) => typeof one !== 'object' || one === null)

const nowhere: StableKinds = { on: new Set(), named: [], limits: [], equality: false }

/** Returns the kinds of values for which a part has the same result, except for those it names. */
export const stableKindsOfAtom = (atom: Atom): StableKinds => {
  const compared = comparisonOf(atom)
  if (compared === undefined) return nowhere
  if (atom.dialect === 'query') return queryStill(compared)
  const { name, constant, flipped } = compared
  const still = (
    on: StableKinds['on'],
    named: readonly unknown[] = [],
    limits: readonly number[] = [],
  ): StableKinds => ({
    ...{ on, named, limits, equality: false },
  })
  const all: StableKinds['on'] = new Set(['numbers', 'texts', 'list', 'object', 'strange'])
  if (name === 'in' && !flipped && Array.isArray(constant)) return still(all, scalars(constant))
  if ((name === '===' || name === '!==') && typeof constant !== 'object') return still(all, [constant])
  if (equalities.has(name)) {
    if (isPlainText(constant)) return still(new Set(['numbers', 'texts']), [constant])
    return typeof constant === 'number' ? still(new Set(['numbers']), [constant]) : nowhere
  }
  if (orders.has(name)) return typeof constant === 'number' ? still(new Set(['numbers']), [], [constant]) : nowhere
  if ((name === 'starts_with' || name === 'ends_with') && !flipped)
    return still(new Set(['numbers', 'list', 'object', 'strange']), [constant])
  return name === 'var' ? still(new Set(['numbers', 'texts'])) : nowhere
}

/** Returns the possible results of a part. Some parts never end the flag. */
export const possibleEnds = (atom: Atom): ReadonlySet<number> => {
  const compared = comparisonOf(atom)
  const { name, constant, flipped } = compared ?? { name: '', constant: null, flipped: false }
  const ofQuery = atom.dialect === 'query'
  if (ofQuery)
    return new Set(
      compared !== undefined && isSoundQuery(compared)
        ? [truths.no, truths.yes]
        : [truths.no, truths.yes, truths.fatal],
    )
  const never =
    name === '===' ||
    name === '!==' ||
    name === 'var' ||
    name === 'starts_with' ||
    name === 'ends_with' ||
    name.startsWith('sem_ver ') ||
    (name === 'in' && !flipped && Array.isArray(constant)) ||
    (!isStrict(atom.dialect) && (equalities.has(name) || orders.has(name)))
  return new Set(never ? [truths.no, truths.yes] : [truths.no, truths.yes, truths.fatal])
}

/** Returns the instants at which a part's result may change over time, in epoch ms; undefined if they are unknown. */
export const turnsOfAtom = (atom: Atom): readonly number[] | undefined => {
  const compared = comparisonOf(atom)
  if (compared === undefined || typeof compared.constant !== 'number') return undefined
  if (!orders.has(compared.name) && !equalities.has(compared.name)) return undefined
  const second = Math.ceil(compared.constant)
  return [second * 1_000, (second + 1) * 1_000]
}

/** Returns values for which a part may be true. A heuristic for examples only. */
export const samplesOfAtom = ({ node }: Atom): readonly unknown[] => {
  const found: unknown[] = []
  const walk = (one: Json): void => {
    if (found.length > 60) return
    if (typeof one === 'string') found.push(one, [one], `${one}.0`, one.replace(/^[\^~]/, ''))
    else if (typeof one === 'number') found.push(one, one + 1, one - 1, String(one))
    else if (Array.isArray(one)) for (const inner of one) walk(inner)
    else for (const inner of operationOf(one)?.args ?? []) walk(inner)
  }
  walk(node)
  return [...found, true, 'anna', 1, ['anna'], { name: 'anna' }]
}
