import type { ExtendedPoint } from '../../../schemas/extended-point.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { extendedReferenceOf, type Reference } from './attribute.ts'

/** The bucketing of a rollout: the salt of its flag or segment, or its own seed, and the hashed attribute. */
export interface LdPoint {
  readonly salt?: string | undefined
  readonly seed?: number | undefined
  readonly unit: Reference
}

/** Converts an imported bucketing point of a flag or segment with this name back. */
export const readPoint = (point: ExtendedPoint, name: string): LdPoint => {
  const { unit, hash, norm, noUnit } = point
  const [literal, attribute, ...more] = unit.parts
  const isTheirs =
    noUnit === undefined &&
    unit.join === undefined &&
    unit.requires === undefined &&
    more.length === 0 &&
    hash.algorithm === 'sha1-prefix' &&
    (hash.hex ?? 15) === 15 &&
    norm.kind === 'div' &&
    norm.by === 2 ** 60
  if (!isTheirs || literal === undefined || !('literal' in literal) || attribute === undefined)
    return notReadable('split-hash')
  if (!('attribute' in attribute)) return notReadable('other-vendor')
  const { attribute: read, str, ...fields } = attribute
  if (str !== 'integer' || Object.values(fields).some((field) => field !== undefined))
    return notReadable('other-vendor')
  const by = extendedReferenceOf(read)
  const text = literal.literal
  if (text.startsWith(`${name}.`) && text.endsWith('.') && text.length > name.length + 1)
    return { salt: text.slice(name.length + 1, -1), unit: by }
  const seed = /^(-?[1-9]\d*)\.$/.exec(text)?.[1]
  return seed !== undefined && Number.isSafeInteger(Number(seed))
    ? { seed: Number(seed), unit: by }
    : notReadable('split-hash')
}
