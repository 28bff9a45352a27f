import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../../schemas/extended-point.ts'
import type { Evaluator } from './scope.ts'

/** The server truncates identifiers to this length. */
const maxScalars = 200

/**
 * The line [0, 1]: SHA-1 of prefix, identifier and salt, first 15 hex digits divided by 2^60. The server truncates long
 * identifiers. It places an empty identifier at 0, except for holdouts.
 */
export const pointOf = (
  evaluator: Evaluator,
  prefix: string,
  attribute: AttributeRef,
  salt: string,
  emptyIsZero = true,
): ExtendedPoint => ({
  unit: {
    parts: [
      { literal: prefix },
      {
        attribute,
        presence: 'nullish',
        str: 'js',
        ...(evaluator === 'server' ? { maxScalars, ...(emptyIsZero ? { emptyIs: 0 } : {}) } : {}),
      },
      { literal: salt },
    ],
  },
  hash: { algorithm: 'sha1-prefix', hex: 15, encoding: 'utf8' },
  norm: { kind: 'div', by: 2 ** 60 },
})
