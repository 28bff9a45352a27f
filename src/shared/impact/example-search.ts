import type { Context } from '../schemas/context.ts'
import type { Attribute } from './attribute.ts'
import type { Node } from './diagram.ts'
import { withUnits } from './example-units.ts'
import type { Model } from './model.ts'
import { putValue } from './put-value.ts'
import type { SpendSteps } from './steps.ts'

/** A value that a context may have, with the cells of the attribute that it lies in: a row that is surely possible. */
interface Candidate {
  readonly value: unknown
  readonly cells: readonly number[]
}

/** Units to try for places on lines. */
const mostUnits = 600
/** Texts of several attributes are joined in pairs, up to this many. */
const mostPairs = 400
/** Candidates of one row, if what they are apart from it matters. */
const mostAlike = 30
/** Values put into contexts before a search gives up. */
const mostVisits = 4_000

/** A likely value comes before one that only tests of presence and type tell apart. */
const isUnlikely = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && !(value instanceof Date)) ||
  (typeof value === 'number' && !Number.isFinite(value))

const isAsked = ({ kind }: Attribute['others'][number]): boolean => kind !== 'elements'

/** Values made of what is asked of an attribute. */
function* valuesOf({ values, others, path, extended }: Attribute): Generator<unknown> {
  const isPlaced = others.some(({ kind }) => kind === 'buckets' || kind === 'place')
  const isKey = path === 'targetingKey' || isPlaced
  if (isKey) for (let at = 1; at <= 20; at += 1) yield `user-${at}`
  const texts = new Set<string>()
  const samples: unknown[] = []
  for (let cell = 0; cell < values.size; cell += 1) samples.push(...values.samples(cell))
  for (const { variable } of others.filter(isAsked))
    for (let cell = 0; cell < variable.size; cell += 1) samples.push(...variable.samples(cell))
  for (const sample of samples) {
    yield sample
    if (typeof sample === 'string' && sample !== '') texts.add(sample)
    if (typeof sample === 'number' && Number.isFinite(sample)) {
      yield* [sample + 1, sample - 1, sample + 0.5]
      if (extended !== undefined) yield* [String(sample), String(sample + 1), String(sample - 1)]
    }
  }
  yield* ['anna', 'anna@example.com', 'Anna', '1.0.0', '0']
  for (const text of texts) {
    if (text.startsWith('@')) yield `anna${text}`
    yield* [`anna${text}`, `${text}-anna`, text.toUpperCase(), text.toLowerCase(), ` ${text}`]
    if (extended !== undefined) yield [text]
    if (extended !== undefined) for (let at = 1; at <= 12; at += 1) yield [text, `user-${at}`]
  }
  let pairs = 0
  for (const first of texts) {
    for (const second of texts) {
      if (first === second) continue
      pairs += 1
      if (pairs > mostPairs) break
      yield* [`${first}${second}`, `${first}anna${second}`]
    }
  }
  if (isKey) for (let at = 21; at <= mostUnits; at += 1) yield `user-${at}`
}

/** Searches contexts whose row leads to a set, by values that attributes really have. */
export const createSearch = (model: Model, spend: SpendSteps) => {
  const { diagrams } = model
  const pools = new Map<Attribute, readonly Candidate[]>()

  /** Other attributes that read the same place: then values of one row may be told apart by them. */
  const sharing = (attribute: Attribute): readonly Attribute[] => {
    const own = pathNames(attribute)
    return model.attributes.filter((one) => one !== attribute && pathNames(one).some((name) => own.includes(name)))
  }

  /** Candidates for each row of cells, the likely ones first. */
  const poolOf = (attribute: Attribute): readonly Candidate[] => {
    const known = pools.get(attribute)
    if (known !== undefined) return known
    const others = sharing(attribute)
    const most = others.length > 0 ? mostAlike : 1
    const found = new Map<string, Candidate[]>()
    for (const value of [...others.flatMap(namedTexts), ...valuesOf(attribute)]) {
      spend(4 + attribute.others.length * 4)
      const cells = cellsOf(attribute, value)
      const name = cells.join()
      const alike = found.get(name) ?? []
      found.set(name, alike)
      if (alike.length < most) alike.push({ value, cells })
      else if (alike.length === 1 && isUnlikely(alike[0]?.value) && !isUnlikely(value)) alike[0] = { value, cells }
    }
    const all = [...found.values()].flat()
    if (!all.some(({ value }) => value === undefined))
      all.push({ value: undefined, cells: cellsOf(attribute, undefined) })
    const pool = [...all.filter(({ value }) => !isUnlikely(value)), ...all.filter(({ value }) => isUnlikely(value))]
    pools.set(attribute, pool)
    return pool
  }

  /** The rest of a set for contexts with these cells of an attribute. */
  const restOf = (set: Node, attribute: Attribute, cells: readonly number[]): Node => {
    const level = model.levelOf(attribute)
    return cells.reduce((node, cell, at) => diagrams.child(node, level + at, cell), set)
  }

  /** The attribute that a node asks about. */
  const askedBy = (node: Node): Attribute | undefined => {
    const level = diagrams.levelOf(node)
    return model.attributes.findLast((attribute) => model.levelOf(attribute) <= level)
  }

  return (set: Node, isWanted: (context: Context) => boolean): Context | undefined => {
    let left = mostVisits
    const search = (
      node: Node,
      context: Context,
      fixed: readonly (readonly [Attribute, unknown])[],
    ): Context | undefined => {
      if (node === diagrams.no) return undefined
      if (node === diagrams.yes) return isWanted(context) ? context : undefined
      const attribute = askedBy(node)
      if (attribute === undefined) return undefined
      if (attribute.extended?.whole === true) {
        const wholes = model.attributes.filter(({ extended }) => extended?.whole === true)
        left -= 20
        return withUnits(wholes, context, spend, isWanted)
      }
      const present = attribute.read(context)
      const pool = present === undefined ? poolOf(attribute) : [{ value: present, cells: cellsOf(attribute, present) }]
      for (const { value, cells } of pool) {
        spend(1)
        const rest = restOf(node, attribute, cells)
        if (rest === diagrams.no) continue
        left -= 1
        if (left < 0) return undefined
        spend(10)
        const made = value === present ? context : withValue(attribute, context, value)
        if (made === undefined || !fixed.every(([one, was]) => Object.is(one.read(made), was))) continue
        const found = search(rest, made, [...fixed, [attribute, attribute.read(made)]])
        if (found !== undefined) return found
      }
      return undefined
    }
    return search(set, {}, [])
  }
}

/** Texts that what is asked of an attribute names. */
const namedTexts = ({ values }: Attribute): unknown[] =>
  Array.from({ length: values.size }, (_, cell) => values.samples(cell))
    .flat()
    .filter((value) => typeof value === 'string' && value !== '')
    .slice(0, mostAlike)

const pathNames = ({ names, extended }: Attribute): string[] => {
  if (extended === undefined) return [JSON.stringify(names)]
  return extended.paths === 'any' ? [] : extended.paths.map((path) => JSON.stringify(path))
}

const cellsOf = ({ values, others }: Attribute, value: unknown): number[] => [
  values.cellOf(value),
  ...others.map(({ variable }) => variable.cellOf(value)),
]

/** A copy of the context in which the attribute has a value; undefined if it cannot. */
const withValue = (attribute: Attribute, context: Context, value: unknown): Context | undefined => {
  if (attribute.extended !== undefined) return attribute.extended.put(context, value)
  if (value === undefined) return context
  const holder: Record<string, unknown> = { ...context }
  return putValue(holder, attribute.names, value) ? holder : undefined
}
