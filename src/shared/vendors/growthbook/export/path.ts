import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import { plainNames } from '../../exporting/names.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'

/** Keys of a condition that are operators. */
const operators = new Set(['$or', '$nor', '$and', '$not', '$savedGroup'])

/** The attribute that identifies users in GrowthBook's SDKs. */
export const keyPath = 'id'

/** Converts a native attribute path. A name that contains a dot would be read as a path. */
export const pathOf = (attribute: string): string => {
  const names = plainNames(attribute)
  if (names.some((name) => name.includes('.'))) notReadable('attribute-name', attribute)
  if (names.length === 1 && names[0] === 'targetingKey') return keyPath
  if (names[0] === 'targetingKey' || operators.has(names[0] ?? '')) notReadable('reserved-name', attribute)
  return names.join('.')
}

/** Converts an imported condition's attribute back to a path. Null for the value itself. */
export const extendedPathOf = (read: AttributeRef): string | null => {
  const { firstOf, skip, arrayIndex, ...more } = read
  const [steps, ...others] = firstOf
  if (Object.values(more).some((field) => field !== undefined)) return notReadable('other-vendor')
  if (steps === undefined || others.length > 0 || skip !== 'never') return notReadable('other-vendor')
  if (steps.length === 0) return arrayIndex === undefined ? null : notReadable('other-vendor')
  const path = steps.join('.')
  if (arrayIndex !== true || steps.some((step) => step.includes('.')) || operators.has(path))
    return notReadable('other-vendor')
  return path
}
