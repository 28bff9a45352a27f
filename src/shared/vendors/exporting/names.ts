import { namesOf } from '../../engine/attribute.ts'
import { isPrototypeName, notReadable } from './unreadable-reason.ts'

/** Property names of lists and strings, which some engines resolve when they follow a path. */
const isBuiltIn = (name: string): boolean =>
  name === 'length' ||
  /^\d+$/.test(name) ||
  name in Array.prototype ||
  name in String.prototype ||
  name in Number.prototype

/** The segments of a path. Rejects names that another engine could confuse with a built-in property. */
export const plainNames = (path: string): string[] => {
  const names = namesOf(path)
  if (names.some((name) => name === '' || isPrototypeName(name))) notReadable('attribute-name', path)
  if (names.slice(1).some(isBuiltIn)) notReadable('nested-name', path)
  return names
}
