/** What a project can declare an attribute of its contexts to be. */
export const attributeTypes = ['string', 'number', 'boolean', 'datetime', 'version', 'string list'] as const
type AttributeType = (typeof attributeTypes)[number]

/** What an operator compares with; it decides what a value must be and which field edits it. */
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

/** How an operator takes its values: none, exactly one, any of a list joined by "or", all of a list, or a low and a high end. */
export type Takes = 'none' | 'one' | 'any' | 'all' | 'two'

/** Operators that stand together in a menu; beyond presence and equality each family is a module of the engine. */
export type OperatorFamily = 'presence' | 'equality' | 'text' | 'number' | 'version' | 'time' | 'list' | 'network'

/** What stands in a sentence, for example `is version 2.3 or newer`. */
type Words = {
  /** What stands between attribute and values. */
  readonly phrase: string
  /** What stands after the values. */
  readonly after?: string
  /** The operator's name in a menu, where its phrase alone would not tell. */
  readonly label?: string
}

/** An operator of its own. */
export type PositiveOperator = Words & {
  readonly family: OperatorFamily
  readonly kind: ValueKind
  readonly takes: Takes
  /** The declared types of attributes that it makes sense for, where its family does not say so already. */
  readonly types?: readonly AttributeType[]
  /** The end of a range that its value is. */
  readonly bounds?: 'below' | 'above'
}

/** The exact negation of another: true where that is false, missing and wrong types included. It needs no code. */
export type NegatedOperator = Words & { readonly negates: string; readonly types?: readonly AttributeType[] }

/**
 * Every operator of the native language, once. Schema, checks, texts, editor, lint and docs read this table; the engine
 * reads what `node scripts/operators.ts` makes of it. What an operator does stands in its family's file in
 * `engine/operators/`, and once more, in plain words, in `engine/explain/leaf.ts`.
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

/** The name of an operator, as documents have it. */
export type OperatorName = keyof typeof operators

/** Everything that is known of an operator; a negated one has its twin's family, kind and types. */
export type OperatorFacts = Required<Pick<PositiveOperator, 'family' | 'kind' | 'takes' | 'phrase' | 'types'>> &
  Pick<PositiveOperator, 'after' | 'label' | 'bounds'> & { readonly negates: OperatorName | null }

/** Attributes of the declared types that a family is about. */
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
  // what is negated is an operator of the table, or the line above throws
  return { ...twin, ...row, negates: row.negates as OperatorName }
}

/** What a table says of each of its operators. */
export const factsOf = (table: Table): Record<string, OperatorFacts> =>
  Object.fromEntries(Object.keys(table).map((name) => [name, factsIn(table, name)]))

/** The names in the order of menus and docs. */
export const operatorNames = Object.keys(operators) as [OperatorName, ...OperatorName[]]

/** What is known of each operator. */
export const operatorFacts: Readonly<Record<OperatorName, OperatorFacts>> =
  // every name of the table is a key
  factsOf(operators) as Record<OperatorName, OperatorFacts>
