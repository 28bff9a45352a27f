// written by `npm run operators` from src/shared/operators.ts

/** The operators whose code is a module of its own, by the name of that module. */
export const operatorsOf = {
  text: ['contains', 'startsWith', 'endsWith', 'matches'],
  number: ['lessThan', 'atMost', 'greaterThan', 'atLeast', 'between'],
  semver: ['versionIs', 'versionLessThan', 'versionAtMost', 'versionGreaterThan', 'versionAtLeast'],
  instant: ['before', 'after', 'olderThan', 'newerThan'],
  set: ['includesAny', 'includesAll'],
  network: ['inNetwork'],
} as const

/** Operators that are the exact negation of another: true where it is false, missing and wrong types included. */
export const negationOf = {
  isNot: 'is',
  isNoneOf: 'isOneOf',
  notContains: 'contains',
  notStartsWith: 'startsWith',
  notEndsWith: 'endsWith',
  notMatches: 'matches',
  includesNone: 'includesAny',
} as const

/** Whether an operator compares with the clock. */
export const isTimed = (operator: string): boolean => operator === 'olderThan' || operator === 'newerThan'
