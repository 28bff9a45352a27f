// written by `npm run operators` from src/shared/operators.ts

/** The operators whose code is a module of its own, by the name of that module. */
export const familyOf = {
  contains: 'text',
  startsWith: 'text',
  endsWith: 'text',
  matches: 'text',
  lessThan: 'number',
  atMost: 'number',
  greaterThan: 'number',
  atLeast: 'number',
  between: 'number',
  versionIs: 'semver',
  versionLessThan: 'semver',
  versionAtMost: 'semver',
  versionGreaterThan: 'semver',
  versionAtLeast: 'semver',
  before: 'instant',
  after: 'instant',
  olderThan: 'instant',
  newerThan: 'instant',
  includesAny: 'set',
  includesAll: 'set',
  inNetwork: 'network',
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
