import type { Context } from '../schemas/context.ts'
import type { Attribute } from './attribute.ts'
import type { CellTie } from './cells/value.ts'
import type { Cube } from './cover.ts'
import { withUnits } from './example-units.ts'
import type { Model } from './model.ts'
import { putValue } from './put-value.ts'
import type { SpendSteps } from './steps.ts'
import type { Texts } from './texts.ts'

/** Maximum number of values to try for one attribute. */
const maxExampleTries = 3_000
/** How many candidates to generate if no bucketing is involved. */
const alike = 60

/** Creates example contexts for cubes of a model. */
export interface Examples {
  /**
   * Returns a context in a cube, built from values that the documents name and their neighbors. Undefined if none was
   * found, which does not prove that none exists.
   */
  readonly exampleIn: (cube: Cube, spend: SpendSteps) => Context | undefined
}

/** Values found for an attribute are cached, because many cubes need the same ones. */
export const createExamples = (model: Model, texts: Texts): Examples => {
  // Nested attributes last, so that an object created for one is extended by the next.
  const ordered = [...model.attributes].sort((a, b) => a.names.length - b.names.length)
  const known = new Map<string, { value: unknown } | undefined>()

  const found = (
    attribute: Attribute,
    allowed: AllowedCells,
    cube: Cube,
    spend: SpendSteps,
  ): { value: unknown } | undefined => {
    const name = [
      model.levelOf(attribute),
      ...allowed.map((cells) => (cells === undefined ? 'any' : [...cells].sort((a, b) => a - b))),
    ].join(' ')
    if (known.has(name)) return known.get(name)
    const value = valueFor(attribute, allowed, spend, () => texts.words(attribute, cube))
    known.set(name, value)
    return value
  }

  return {
    exampleIn: (cube, spend) => {
      let context: Record<string, unknown> = {}
      const askedOf = (attribute: Attribute): AllowedCells =>
        [attribute.values, ...attribute.others].map((_, at) => cube.get(model.levelOf(attribute) + at))
      for (const attribute of ordered) {
        if (attribute.extended?.whole === true) continue
        const allowed = askedOf(attribute)
        const asked = allowed.some((cells) => cells !== undefined)
        const present = attribute.read(context)
        if (!asked || (present !== undefined && fits(attribute, allowed, present))) continue
        const made = found(attribute, allowed, cube, spend)
        if (made === undefined) return undefined
        if (attribute.extended !== undefined) {
          const holder = attribute.extended.put(context, made.value)
          if (holder === undefined) return undefined
          context = holder
        } else if (made.value !== undefined && !putValue(context, attribute.names, made.value)) return undefined
      }
      const wholes = ordered.filter(
        (attribute) => attribute.extended?.whole === true && askedOf(attribute)[0] !== undefined,
      )
      if (wholes.length === 0) return context
      const all = ordered.map((attribute) => ({ attribute, allowed: askedOf(attribute) }))
      return withUnits(wholes, context, spend, (made) =>
        all.every(({ attribute, allowed }) => fits(attribute, allowed, attribute.read(made))),
      )
    },
  }
}

/** What a look at a value of another system costs. */
const readSteps = 10

type AllowedCells = readonly (ReadonlySet<number> | undefined)[]

const fits = ({ values, others }: Attribute, [first, ...rest]: AllowedCells, value: unknown): boolean =>
  (first?.has(values.cellOf(value)) ?? true) &&
  others.every(({ variable }, at) => rest[at]?.has(variable.cellOf(value)) ?? true)

/**
 * Returns a value of an attribute in the allowed cells of its variables, trying likely ones first; undefined if none is
 * found.
 */
export const valueFor = (
  attribute: Attribute,
  allowed: AllowedCells,
  spend: SpendSteps,
  words: () => Iterable<string>,
): { value: unknown } | undefined => {
  let left = maxExampleTries
  for (const value of candidates(attribute, allowed, words)) {
    spend(attribute.extended === undefined ? 1 : readSteps)
    if (fits(attribute, allowed, value)) return { value }
    left -= 1
    if (left === 0) return undefined
  }
  return undefined
}

/** Returns the cells of values that are compatible with the allowed cells of the other variables. */
const cellsAllowed = ({ values, others }: Attribute, [first, ...rest]: AllowedCells): number[] => {
  const isAllowed = (tie: CellTie, at: number): boolean => {
    const cells = rest[at]
    if (cells === undefined) return true
    if (typeof tie === 'number') return cells.has(tie)
    const variable = others[at]?.variable
    for (const cell of cells) if (variable?.[tie].has(cell)) return true
    return false
  }
  return values.cells.flatMap(({ ties }, cell) => ((first?.has(cell) ?? true) && ties.every(isAllowed) ? [cell] : []))
}

/** Yields candidate values, likely ones first. Unlimited if units are searched. */
function* candidates(attribute: Attribute, allowed: AllowedCells, words: () => Iterable<string>): Generator<unknown> {
  const { values, others } = attribute
  const rest = allowed.slice(1)
  const cells = cellsAllowed(attribute, allowed)
  const kinds = new Set(cells.flatMap((cell) => values.cells[cell]?.kinds.map(({ kind }) => kind) ?? []))
  if (attribute.path === 'targetingKey') for (let at = 1; at <= 40; at += 1) yield `user-${at}`
  for (const cell of cells) yield* values.samples(cell)
  // Named values have already been tried.
  if (![...kinds].some((kind) => kind !== 'named' && kind !== 'absent')) return
  yield* listsFor(attribute, rest)
  const texts = new Set<string>()
  const starts: string[] = ['']
  const middles: string[] = ['']
  const ends: string[] = ['']
  for (const [at, { kind, variable }] of others.entries()) {
    const asked = rest[at]
    if (asked === undefined || kind === 'elements' || kind === 'buckets' || kind === 'place') continue
    for (const cell of asked) {
      for (const sample of variable.samples(cell)) {
        if (typeof sample !== 'string') {
          yield sample
          continue
        }
        texts.add(sample)
        const operator = kind === 'text' ? variable.questions[0]?.leaf.operator : undefined
        if (operator === 'startsWith') starts.push(sample)
        else if (operator === 'endsWith') ends.push(sample)
        else if (kind === 'text') middles.push(sample)
      }
    }
    if (kind === 'instant' && !asked.has(0))
      for (const cell of asked)
        for (const sample of variable.samples(cell)) if (typeof sample === 'number') yield new Date(sample)
  }
  const isText = kinds.has('texts')
  if (isText) {
    // A suffix such as `@acme.com` is probably that of an email address.
    for (const end of ends) if (end.startsWith('@')) yield `anna${end}`
    yield* texts
    yield* [...texts].map((text) => text.toUpperCase())
    for (const start of starts.slice(0, 8))
      for (const middle of middles.slice(0, 8))
        for (const end of ends.slice(0, 8))
          for (const filler of ['anna', '', 'a', '-']) yield start + filler + middle + end
    yield* words()
  }
  const numbers = cells.flatMap((cell) => values.samples(cell).filter((sample) => typeof sample === 'number'))
  if (!isText && !kinds.has('numbers')) return
  // Bucketing is only found by trial. Without it, further similar texts behave like the previous ones.
  const isPlaced = others.some(({ kind }, at) => rest[at] !== undefined && (kind === 'buckets' || kind === 'place'))
  for (let at = 1; at < (isPlaced ? maxExampleTries : alike); at += 1) {
    if (isText) {
      yield `user-${at}`
      for (const start of starts.slice(-3))
        for (const middle of middles.slice(-3)) for (const end of ends.slice(-3)) yield `${start}u${at}${middle}${end}`
      for (const text of [...texts].slice(0, 10)) {
        yield `${text}+b${at}`
        yield text.replace(/Z$/, `.${'0'.repeat(at % 40)}Z`)
        yield `${text}${at}`
      }
    }
    for (const sample of numbers) yield sample + at
  }
}

function* listsFor({ others }: Attribute, rest: AllowedCells): Generator<unknown[]> {
  const lists: unknown[][] = [[]]
  for (const [at, { kind, variable }] of others.entries()) {
    const cells = rest[at]
    if (kind !== 'elements' || cells === undefined || cells.has(0)) continue
    const [cell = 0] = cells
    for (const list of lists) list.push(...variable.samples(cell))
  }
  yield* lists
}
