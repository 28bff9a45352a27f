import type { Edit } from './edits.ts'
import { child, type Node } from './node.ts'
import { knownValueOf, type Values } from './value.ts'

/**
 * Removes JSX braces that render nothing, if they are alone on their line. Next to text, removing them would join it.
 */
export function foldJsx(node: Node, text: string, values: Values): Edit | undefined {
  const { parent } = node
  if (node.type !== 'JSXExpressionContainer' || (parent?.type !== 'JSXElement' && parent?.type !== 'JSXFragment'))
    return undefined
  const expression = child(node, 'expression')
  const known = expression && knownValueOf(expression, values)
  if (!known || known.before.length > 0 || ![true, false, null, ''].includes(known.value as never)) return undefined
  const begin = text.lastIndexOf('\n', node.start - 1) + 1
  const stop = text.indexOf('\n', node.end)
  if (stop === -1 || begin === 0) return undefined
  const isAlone = text.slice(begin, node.start).trim() === '' && text.slice(node.end, stop).trim() === ''
  const before = text.slice(0, begin).trimEnd().at(-1)
  const after = text.slice(stop).trimStart().at(0)
  const isBetween = (before === '>' || before === '}') && (after === '<' || after === '{')
  return isAlone && isBetween ? { start: begin, end: stop + 1, parts: [] } : undefined
}
