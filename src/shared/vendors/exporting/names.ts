import { namesOf } from '../../engine/attribute.ts'
import { isPrototypeName, notReadable } from './because.ts'

/** Names that lists and texts answer, too, in an engine that steps into them. */
const isBuiltIn = (name: string): boolean =>
  name === 'length' ||
  /^\d+$/.test(name) ||
  name in Array.prototype ||
  name in String.prototype ||
  name in Number.prototype

/** The names a path leads through, none of which another engine can mistake for something of its own. */
export const plainNames = (path: string): string[] => {
  const names = namesOf(path)
  if (names.some((name) => name === '' || isPrototypeName(name))) notReadable('attribute-name', path)
  if (names.slice(1).some(isBuiltIn)) notReadable('nested-name', path)
  return names
}
