import { parseInstant } from '../../../../../shared/engine/operators/instant.ts'
import { parseVersion } from '../../../../../shared/engine/operators/version.ts'
import type { AttributeType } from '../../../../../shared/features/attributes/schemas/attribute.ts'
import type { Scalar } from '../../../../../shared/schemas/condition.ts'

/** Guesses an attribute’s type from sample values. Defaults to string. */
export const attributeTypeOf = (values: readonly Scalar[]): AttributeType => {
  const all = (fits: (value: Scalar) => boolean) => values.length > 0 && values.every(fits)
  if (all((value) => typeof value === 'boolean')) return 'boolean'
  if (all((value) => typeof value === 'number')) return 'number'
  if (all((value) => typeof value === 'string' && parseInstant(value) !== undefined)) return 'datetime'
  // A value such as `1` is not recognized as a version.
  if (all((value) => String(value).includes('.') && parseVersion(value) !== undefined)) return 'version'
  return 'string'
}
