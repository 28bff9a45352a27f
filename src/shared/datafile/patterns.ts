/**
 * Returns the distinct regular expressions of a document or part of one, native and extended. They must be proven safe
 * before a publish.
 */
export const patternsIn = (node: unknown, found: Set<string> = new Set()): Set<string> => {
  if (typeof node !== 'object' || node === null) return found
  const native = 'operator' in node && (node.operator === 'matches' || node.operator === 'notMatches')
  const wide = 'op' in node && node.op === 'text.regex'
  if ((native || wide) && 'values' in node && Array.isArray(node.values)) {
    for (const value of node.values) if (typeof value === 'string') found.add(value)
  }
  for (const inner of Object.values(node)) patternsIn(inner, found)
  return found
}
