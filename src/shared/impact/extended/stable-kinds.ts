import { numberReader } from '../../engine/extended/number.ts'
import { folder, textOf } from '../../engine/extended/text.ts'
import type { ExtendedTest } from '../../schemas/condition.ts'

/** Kinds of values other than individually named ones. */
const kinds = ['numbers', 'texts', 'list', 'object', 'strange'] as const
type StableKind = (typeof kinds)[number]

/**
 * The kinds for which a test has one result for all values, except for those it names. `limits` are numbers at which
 * the result may change.
 */
export interface StableKinds {
  readonly on: ReadonlySet<StableKind>
  readonly named: readonly unknown[]
  readonly limits: readonly number[]
  /**
   * Whether the test depends only on the named values and the type. Then other named values need no individual test.
   */
  readonly equality: boolean
}

type Op = ExtendedTest['op']
type Row<O extends Op> = (
  test: Extract<ExtendedTest, { op: O }>,
) => Partial<Omit<StableKinds, 'on'>> & { on: readonly StableKind[] }

const allKinds: readonly StableKind[] = kinds
const allKindsExcept = (...left: readonly StableKind[]): StableKind[] => kinds.filter((kind) => !left.includes(kind))
const noStableKinds = () => ({ on: [] as StableKind[] })

const asNumbers = (texts: readonly string[]): number[] => texts.map(Number)
const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null
/** Whether lists, objects and other values that are not scalars never become text. */
const plainText = (str: string): boolean => str === 'none' || str === 'integer' || str === 'noBool'

const limit = (value: unknown): number[] => {
  const number =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? Number(value)
      : value === null
        ? 0
        : Number.NaN
  return Number.isNaN(number) ? [] : [number]
}

/** One row per test. A test whose kinds are not all listed needs its own variable. */
const table: { readonly [O in Op]: Row<O> } = {
  present: () => ({ on: allKinds, equality: true }),
  'type.is': () => ({ on: allKinds, equality: true }),
  'in.strict': ({ values, array }) => ({
    on: array === 'any' ? allKindsExcept('list') : allKinds,
    named: values.filter(isScalar),
    equality: true,
  }),
  'in.text': ({ values, str, fold = 'none' }) => ({
    on: [
      ...(fold === 'none' ? (['texts'] as const) : []),
      ...(str === 'integer' || str === 'listed' ? [] : (['numbers'] as const)),
      ...(plainText(str) ? (['list', 'object', 'strange'] as const) : []),
    ],
    named: [...values, ...asNumbers(values.map(folder(fold)))],
    equality: true,
  }),
  'in.fold': ({ values, all }) => ({
    on: all === true ? allKindsExcept('list') : ['numbers', 'object', 'strange'],
    named: values.filter(isScalar),
    equality: true,
  }),
  'text.rel': ({ values, str }) => ({ on: notTexts(str), named: values }),
  'text.regex': ({ str }) => ({ on: notTexts(str) }),
  'num.rel': ({ values, num }) => ({
    on:
      num === 'none'
        ? allKinds
        : num === 'comma'
          ? allKindsExcept('texts')
          : num === 'int32'
            ? ['list', 'object', 'strange']
            : ['numbers'],
    limits: values.map(numberReader(num)).filter((value) => value !== undefined),
    named: values.filter(isScalar),
  }),
  'js.rel': ({ rel, value }) => {
    const equal = rel === 'eq' || rel === 'ne'
    const on = !isScalar(value) ? [] : equal ? allKinds : (['numbers'] as const)
    return { on, named: isScalar(value) ? [value] : [], limits: limit(value) }
  },
  'ph.rel': ({ value, unlike }) => {
    const limits = limit(value).filter(Number.isFinite)
    if (unlike === 'invalid') return { on: allKindsExcept('texts'), limits, named: isScalar(value) ? [value] : [] }
    const leading = Number.parseFloat(textOf(value))
    return Number.isFinite(leading) ? { on: ['numbers'], limits: [leading], named: [] } : { on: [] }
  },
  'ph.exact': ({ values, text, truth }) => {
    if (truth !== undefined) return { on: ['numbers'] }
    if (text === 'noInteger') return { on: [] }
    const flat = values.flat().filter(isScalar)
    return { on: ['numbers'], named: [...flat, ...asNumbers(flat.map(textOf))] }
  },
  'date.rel': noStableKinds,
  'semver.rel': noStableKinds,
  'semver.range': noStableKinds,
  'ip.cidr': ({ v6, apart }) => ({
    on: apart === true && v6 ? allKindsExcept('texts', 'list') : allKindsExcept('texts'),
  }),
  'loose.eq': ({ value }) => {
    if (typeof value === 'string') return { on: ['numbers', 'texts'], named: [value, Number(value)] }
    if (typeof value === 'number') return { on: ['numbers'], named: [value] }
    if (typeof value === 'boolean') return { on: ['numbers', 'texts', 'list'] }
    return value === null ? { on: allKinds } : { on: [] }
  },
  'json.eq': ({ value }) => (isScalar(value) ? { on: ['numbers', 'texts'], named: [value] } : { on: [] }),
  'arr.text': () => ({ on: ['numbers', 'object', 'strange'] }),
  'cast.rel': ({ value, profile }) => {
    const limits = [Number.parseFloat(value), Number(value)].filter((one) => !Number.isNaN(one))
    return { on: profile === 'python' ? ['numbers', 'list', 'object'] : ['numbers'], limits, named: [value] }
  },
  mod: noStableKinds,
  'hash.text': noStableKinds,
  'arr.size': () => ({ on: allKindsExcept('list') }),
  'arr.elem': () => ({ on: allKindsExcept('list') }),
  'arr.all': () => ({ on: allKindsExcept('list') }),
}

const notTexts = (str: string): StableKind[] => [
  ...(str === 'none' ? (['numbers'] as const) : []),
  ...(plainText(str) ? (['list', 'object', 'strange'] as const) : []),
]

export const stableKindsOf = (test: ExtendedTest): StableKinds => {
  // Safe cast: each op selects the row for its own shape.
  const { on, named = [], limits = [], equality = false } = (table[test.op] as Row<Op>)(test)
  return { on: new Set(on), named, limits, equality }
}

/** Whether a test has one result for every kind, so that it partitions values and needs no variable. */
export const isStableForAllKinds = ({ on }: StableKinds): boolean => on.size === kinds.length
