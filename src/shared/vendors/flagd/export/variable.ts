import type { Json } from '../../../schemas/keys.ts'
import { plainNames } from '../../exporting/names.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'

/** Reads an attribute; null if absent. A name that contains a dot would be read as a path. */
export const variable = (path: string): Json => {
  const names = plainNames(path)
  if (names.some((name) => /[.\\]/.test(name))) notReadable('attribute-name', path)
  if (names[0] === '$flagd') notReadable('reserved-name', path)
  return { var: names.join('.') }
}
