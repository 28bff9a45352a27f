/**
 * The regular expressions that stand in a document or a part of one, native and wide, each once: what has to be proven
 * safe before it is published.
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
