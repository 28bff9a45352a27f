/** The types that a project can declare for an attribute. */
export const attributeTypes = ['string', 'number', 'boolean', 'datetime', 'version', 'string list'] as const
type AttributeType = (typeof attributeTypes)[number]

/** The kind of value that an operator compares with. It determines validation and the input field. */
export type ValueKind =
  | 'scalar'
  | 'text'
  | 'pattern'
  | 'member'
  | 'number'
  | 'version'
  | 'instant'
  | 'duration'
  | 'network'

/**
 * The values of an operator: none, exactly one, any of a list joined by "or", all of a list, or a lower and an upper
 * bound.
 */
export type Takes = 'none' | 'one' | 'any' | 'all' | 'two'

/** Groups of operators in menus. Each family except presence and equality is a separate engine module. */
export type OperatorFamily = 'presence' | 'equality' | 'text' | 'number' | 'version' | 'time' | 'list' | 'network'

/** The words of an operator in a sentence, for example `is version 2.3 or newer`. */
type Words = {
  /** The text between the attribute and the values. */
  readonly phrase: string
  /** The text after the values. */
  readonly after?: string
  /** The operator's name in menus, if its phrase alone is unclear. */
  readonly label?: string
}

/** An operator with its own implementation. */
export type PositiveOperator = Words & {
  readonly family: OperatorFamily
  readonly kind: ValueKind
  readonly takes: Takes
  /** The attribute types it applies to, if they differ from those of its family. */
  readonly types?: readonly AttributeType[]
  /** Which bound of a range its value is. */
  readonly bounds?: 'below' | 'above'
}

/**
 * The exact negation of another operator: true if that is false, including missing values and wrong types. It needs no
 * implementation.
 */
export type NegatedOperator = Words & { readonly negates: string; readonly types?: readonly AttributeType[] }

/**
 * All operators of the native rule language. Schema, validation, texts, editor, lint and docs read this table; the
 * engine reads the output of `node scripts/operators.ts`. Implementations are in `engine/operators/`, by family.
 * `engine/explain/leaf.ts` contains a second, simpler implementation.
 */
export const operators = {
  exists: {
    ...{ family: 'presence', kind: 'scalar', takes: 'none', phrase: 'is set' },
    types: attributeTypes,
  },
  is: {
    ...{ family: 'equality', kind: 'scalar', takes: 'one', phrase: 'is' },
    types: ['string', 'number', 'boolean', 'version'],
  },
  isNot: { negates: 'is', phrase: 'is not' },
  isOneOf: {
    family: 'equality',
    kind: 'scalar',
    takes: 'any',
    phrase: 'is one of',
    types: ['string', 'number', 'version'],
  },
  isNoneOf: { negates: 'isOneOf', phrase: 'is none of' },
  contains: { family: 'text', kind: 'text', takes: 'any', phrase: 'contains' },
  startsWith: { family: 'text', kind: 'text', takes: 'any', phrase: 'starts with' },
  endsWith: { family: 'text', kind: 'text', takes: 'any', phrase: 'ends with' },
  matches: { family: 'text', kind: 'pattern', takes: 'any', phrase: 'matches' },
  notContains: { negates: 'contains', phrase: 'does not contain' },
  notStartsWith: { negates: 'startsWith', phrase: 'does not start with' },
  notEndsWith: { negates: 'endsWith', phrase: 'does not end with' },
  notMatches: { negates: 'matches', phrase: 'does not match' },
  lessThan: { family: 'number', kind: 'number', takes: 'one', phrase: 'is less than', bounds: 'above' },
  atMost: { family: 'number', kind: 'number', takes: 'one', phrase: 'is at most', bounds: 'above' },
  greaterThan: { family: 'number', kind: 'number', takes: 'one', phrase: 'is more than', bounds: 'below' },
  atLeast: { family: 'number', kind: 'number', takes: 'one', phrase: 'is at least', bounds: 'below' },
  between: { family: 'number', kind: 'number', takes: 'two', phrase: 'is between' },
  versionIs: { family: 'version', kind: 'version', takes: 'one', phrase: 'is version' },
  versionLessThan: { family: 'version', kind: 'version', takes: 'one', phrase: 'is below version', bounds: 'above' },
  versionAtMost: {
    ...{ family: 'version', kind: 'version', takes: 'one', bounds: 'above' },
    ...{ phrase: 'is version', after: 'or older', label: 'is version … or older' },
  },
  versionGreaterThan: { family: 'version', kind: 'version', takes: 'one', phrase: 'is above version', bounds: 'below' },
  versionAtLeast: {
    ...{ family: 'version', kind: 'version', takes: 'one', bounds: 'below' },
    ...{ phrase: 'is version', after: 'or newer', label: 'is version … or newer' },
  },
  before: { family: 'time', kind: 'instant', takes: 'one', phrase: 'is before', bounds: 'above' },
  after: { family: 'time', kind: 'instant', takes: 'one', phrase: 'is after', bounds: 'below' },
  olderThan: { family: 'time', kind: 'duration', takes: 'one', phrase: 'is older than' },
  newerThan: { family: 'time', kind: 'duration', takes: 'one', phrase: 'is newer than' },
  includesAny: { family: 'list', kind: 'member', takes: 'any', phrase: 'includes' },
  includesAll: { family: 'list', kind: 'member', takes: 'all', phrase: 'includes all of' },
  includesNone: { negates: 'includesAny', phrase: 'includes none of' },
  inNetwork: { family: 'network', kind: 'network', takes: 'any', phrase: 'is in network' },
} as const satisfies Readonly<Record<string, PositiveOperator | NegatedOperator>>

export type OperatorName = keyof typeof operators

/**
 * The resolved properties of an operator. A negated operator has the family, kind and types of the operator it negates.
 */
export type OperatorFacts = Required<Pick<PositiveOperator, 'family' | 'kind' | 'takes' | 'phrase' | 'types'>> &
  Pick<PositiveOperator, 'after' | 'label' | 'bounds'> & { readonly negates: OperatorName | null }

/** The attribute types that each family applies to. */
const typesOf: Record<OperatorFamily, readonly AttributeType[]> = {
  presence: [],
  equality: [],
  text: ['string'],
  number: ['number'],
  version: ['version'],
  time: ['datetime'],
  list: ['string list'],
  network: ['string'],
}

type Table = Readonly<Record<string, PositiveOperator | NegatedOperator>>

const factsIn = (table: Table, name: string): OperatorFacts => {
  const row = table[name]
  if (row === undefined) throw new Error(`no operator is called ${name}`)
  if (!('negates' in row)) return { types: typesOf[row.family], ...row, negates: null }
  const { bounds: _, after: __, label: ___, ...twin } = factsIn(table, row.negates)
  // Safe cast: a negated name is in the table, or the line above throws.
  return { ...twin, ...row, negates: row.negates as OperatorName }
}

/** Resolves the properties of all operators in a table. */
export const factsOf = (table: Table): Record<string, OperatorFacts> =>
  Object.fromEntries(Object.keys(table).map((name) => [name, factsIn(table, name)]))

/** In the order of menus and docs. */
export const operatorNames = Object.keys(operators) as [OperatorName, ...OperatorName[]]

export const operatorFacts: Readonly<Record<OperatorName, OperatorFacts>> =
  // Safe cast: every name of the table is a key.
  factsOf(operators) as Record<OperatorName, OperatorFacts>
