import type { AttributeType } from '../schemas/attribute.ts'
import type { Operator } from '../schemas/condition.ts'

const always = ['exists', 'is', 'isNot', 'isOneOf', 'isNoneOf'] as const
const texts = ['contains', 'startsWith', 'endsWith', 'matches'] as const
const notTexts = ['notContains', 'notStartsWith', 'notEndsWith', 'notMatches'] as const

/** The operators that make sense for an attribute of each declared type. */
export const attributeOperators: Record<AttributeType, readonly Operator[]> = {
  string: [...always, ...texts, ...notTexts, 'inNetwork'],
  number: [...always, 'lessThan', 'atMost', 'greaterThan', 'atLeast', 'between'],
  boolean: ['exists', 'is', 'isNot'],
  datetime: ['exists', 'before', 'after', 'olderThan', 'newerThan'],
  version: [
    ...always,
    ...(['versionIs', 'versionLessThan', 'versionAtMost', 'versionGreaterThan', 'versionAtLeast'] as const),
  ],
  'string list': ['exists', 'includesAny', 'includesAll', 'includesNone'],
}
