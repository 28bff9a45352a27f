import type { Operator } from '../../schemas/condition.ts'

/** How an operator takes its values: none, exactly one, any of a list joined by "or", all of a list, or a low and a high end. */
export type Takes = 'none' | 'one' | 'any' | 'all' | 'two'

/** What kind of value an operator compares with; it decides the field that edits it. */
export type ValueKind = 'scalar' | 'text' | 'number' | 'version' | 'instant' | 'duration' | 'network'

export type OperatorWords = {
  /** What stands between attribute and values, for example `is at least`. */
  phrase: string
  /** What stands after the values, for example `or newer`. */
  after?: string
  takes: Takes
  kind: ValueKind
  family: 'presence' | 'equality' | 'text' | 'number' | 'version' | 'time' | 'list' | 'network'
  /** The operator's name in a menu, where its phrase alone would not tell. */
  label?: string
}

const row = (
  family: OperatorWords['family'],
  kind: ValueKind,
  takes: Takes,
  phrase: string,
  more: Pick<OperatorWords, 'after' | 'label'> = {},
): OperatorWords => ({ family, kind, takes, phrase, ...more })

/** Every operator in words. Menus, sentences and the parser of the rule bar read this one table. */
export const operatorText: Record<Operator, OperatorWords> = {
  is: row('equality', 'scalar', 'one', 'is'),
  isNot: row('equality', 'scalar', 'one', 'is not'),
  isOneOf: row('equality', 'scalar', 'any', 'is one of'),
  isNoneOf: row('equality', 'scalar', 'any', 'is none of'),
  exists: row('presence', 'scalar', 'none', 'is set'),
  contains: row('text', 'text', 'any', 'contains'),
  startsWith: row('text', 'text', 'any', 'starts with'),
  endsWith: row('text', 'text', 'any', 'ends with'),
  matches: row('text', 'text', 'any', 'matches'),
  notContains: row('text', 'text', 'any', 'does not contain'),
  notStartsWith: row('text', 'text', 'any', 'does not start with'),
  notEndsWith: row('text', 'text', 'any', 'does not end with'),
  notMatches: row('text', 'text', 'any', 'does not match'),
  lessThan: row('number', 'number', 'one', 'is less than'),
  atMost: row('number', 'number', 'one', 'is at most'),
  greaterThan: row('number', 'number', 'one', 'is more than'),
  atLeast: row('number', 'number', 'one', 'is at least'),
  between: row('number', 'number', 'two', 'is between'),
  versionIs: row('version', 'version', 'any', 'is version'),
  versionLessThan: row('version', 'version', 'one', 'is below version'),
  versionAtMost: row('version', 'version', 'one', 'is version', { after: 'or older', label: 'is version … or older' }),
  versionGreaterThan: row('version', 'version', 'one', 'is above version'),
  versionAtLeast: row('version', 'version', 'one', 'is version', { after: 'or newer', label: 'is version … or newer' }),
  before: row('time', 'instant', 'one', 'is before'),
  after: row('time', 'instant', 'one', 'is after'),
  olderThan: row('time', 'duration', 'one', 'is older than'),
  newerThan: row('time', 'duration', 'one', 'is newer than'),
  includesAny: row('list', 'text', 'any', 'includes'),
  includesAll: row('list', 'text', 'all', 'includes all of'),
  includesNone: row('list', 'text', 'any', 'includes none of'),
  inNetwork: row('network', 'network', 'any', 'is in network'),
}

/** The operator's name in a menu. */
export const operatorLabel = (operator: Operator): string =>
  operatorText[operator].label ?? operatorText[operator].phrase
