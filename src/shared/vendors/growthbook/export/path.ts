import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import { notReadable } from '../../exporting/because.ts'
import { plainNames } from '../../exporting/names.ts'

/** Keys of a condition that are no attributes. */
const operators = new Set(['$or', '$nor', '$and', '$not', '$savedGroup'])

/** The attribute that GrowthBook's SDKs know a person by. */
export const keyPath = 'id'

/** A native attribute path. A name with a dot in it would be a path of its own. */
export const pathOf = (attribute: string): string => {
  const names = plainNames(attribute)
  if (names.some((name) => name.includes('.'))) notReadable('attribute-name', attribute)
  if (names.length === 1 && names[0] === 'targetingKey') return keyPath
  if (names[0] === 'targetingKey' || operators.has(names[0] ?? '')) notReadable('reserved-name', attribute)
  return names.join('.')
}

/** Where the importer wrote that a condition reads, back as a path; null for the value itself. */
export const widePath = (read: AttributeRef): string | null => {
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
