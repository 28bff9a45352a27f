import type { Edit } from './edits.ts'
import { type Node, walk, word } from './node.ts'
import type { Parsed } from './parse.ts'
import type { Value, Values } from './value.ts'

/**
 * Replaces the remaining value placeholders with literals in the file’s quote style, with parentheses where required.
 */
export function finish({ program, text }: Parsed, values: Values): Edit[] {
  const edits: Edit[] = []
  const quote = (text.match(/'/g)?.length ?? 0) >= (text.match(/"/g)?.length ?? 0) ? "'" : '"'
  walk(program, (node) => {
    if (node.type !== 'Identifier') return
    const name = word(node, 'name') ?? ''
    if (!values.byName.has(name)) return
    edits.push({ start: node.start, end: node.end, parts: [written(values.byName.get(name) ?? null, node, quote)] })
  })
  return edits
}

function written(value: Value, node: Node, quote: string): string {
  const { parent } = node
  if (typeof value === 'string') {
    const json = JSON.stringify(value).slice(1, -1)
    const inside = quote === '"' ? json : json.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)
    return `${quote}${inside}${quote}`
  }
  const json = JSON.stringify(value)
  const isPart = parent?.type === 'MemberExpression' && parent['object'] === node
  const isNegative = json.startsWith('-') && (parent?.type === 'BinaryExpression' || parent?.type === 'UnaryExpression')
  const isFirst =
    json.startsWith('{') && (parent?.type === 'ExpressionStatement' || parent?.type === 'ArrowFunctionExpression')
  return isNegative || isFirst || (isPart && typeof value === 'number') || (isPart && json.startsWith('{'))
    ? `(${json})`
    : json
}
