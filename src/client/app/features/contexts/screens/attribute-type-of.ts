import { parseInstant } from '../../../../../shared/engine/operators/instant.ts'
import { parseVersion } from '../../../../../shared/engine/operators/version.ts'
import type { AttributeType } from '../../../../../shared/features/attributes/schemas/attribute.ts'
import type { Scalar } from '../../../../../shared/schemas/condition.ts'

/** The type that an attribute with these values probably has; a text where they do not agree. */
export const attributeTypeOf = (values: readonly Scalar[]): AttributeType => {
  const all = (fits: (value: Scalar) => boolean) => values.length > 0 && values.every(fits)
  if (all((value) => typeof value === 'boolean')) return 'boolean'
  if (all((value) => typeof value === 'number')) return 'number'
  if (all((value) => typeof value === 'string' && parseInstant(value) !== undefined)) return 'datetime'
  // `1` alone is no version that somebody would write
  if (all((value) => String(value).includes('.') && parseVersion(value) !== undefined)) return 'version'
  return 'string'
}
