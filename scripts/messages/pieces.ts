import { isCode, isFormat } from './positions.ts'
import { isNode, lastName, type Node, nodesOf, quasisOf, stringOf } from './syntax.ts'

type Range = { start: number; end: number }

/** Parts of a message: text, placeholders for values and elements, and elements that contain text. */
export type Piece =
  | { text: string }
  | ({ hole: string; of: 'expression' | 'children' } & Range)
  | { tag: string; open: Range; close: Range; inner: readonly Piece[] }

/** Assigns names to the placeholders and tags of a message. Equal source code has equal names. */
const names = (code: string) => {
  const taken = new Map<string, string>()
  return (base: string, { start, end }: Range): string => {
    const source = code.slice(start, end)
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? base : `${base}${number}`
      const owner = taken.get(name)
      if (owner !== undefined && owner !== source) continue
      taken.set(name, source)
      return name
    }
  }
}
type Namer = ReturnType<typeof names>

/** Returns a placeholder name that helps a translator: `name` of `environment.name`, the argument of a call. */
const holeName = (node: unknown): string => {
  if (!isNode(node)) return 'value'
  if (node.type === 'CallExpression') {
    const callee = lastName(node['callee'])
    const [first] = nodesOf(node['arguments'])
    if (callee === 'counted') return 'count'
    if (callee === 'word') return stringOf(first) ?? 'word'
    if (isFormat(callee) && isNode(node['callee'])) return holeName(node['callee']['object'])
    return (isNode(first, 'Identifier', 'MemberExpression') && lastName(first)) || callee || 'value'
  }
  switch (node.type) {
    case 'Literal':
      return 'value'
    case 'ConditionalExpression':
      return holeName(node['test'])
    case 'LogicalExpression':
    case 'BinaryExpression':
      return holeName(node['left'])
    case 'UnaryExpression':
      return holeName(node['argument'])
    case 'MemberExpression':
      return lastName(node) ?? holeName(node['object'])
    default:
      return lastName(node) ?? 'value'
  }
}

/** Returns the parts of a template literal. */
export const templatePieces = (node: Node, code: string, namer: Namer = names(code)): Piece[] => {
  const holes = nodesOf(node['expressions'])
  return quasisOf(node).flatMap((text, i): Piece[] => {
    const hole = holes[i]
    if (hole === undefined) return [{ text }]
    return [{ text }, { hole: namer(holeName(hole), hole), of: 'expression', start: hole.start, end: hole.end }]
  })
}

/** Returns the parts of both forms of a count without the number, or undefined if they are not texts. */
export const countedPieces = (
  one: unknown,
  many: unknown,
  code: string,
): { one: Piece[]; other: Piece[] } | undefined => {
  const namer = names(code)
  // the number has the first name
  namer('count', { start: 0, end: 0 })
  const piecesOf = (form: unknown): Piece[] | undefined => {
    if (isNode(form, 'TemplateLiteral')) return templatePieces(form, code, namer)
    const text = stringOf(form)
    return text === undefined ? undefined : [{ text }]
  }
  const singular = piecesOf(one)
  if (singular === undefined) return undefined
  return { one: singular, other: piecesOf(many) ?? [...singular, { text: 's' }] }
}

/** Whether an element is part of the surrounding sentence: it contains only text, values, and other inline elements. */
export const isInline = (node: Node): boolean => {
  const { openingElement, closingElement, children } = node
  if (node.type !== 'JSXElement' || !isNode(openingElement) || !isNode(closingElement)) return false
  if (isCode(lastName(openingElement['name']))) return false
  return nodesOf(children).every((child) => {
    if (child.type === 'JSXText') return true
    if (child.type === 'JSXExpressionContainer')
      return !isNode(child['expression'], 'ArrowFunctionExpression', 'JSXElement')
    return isInline(child)
  })
}

/** Returns the parts of an element's children. */
export const childrenPieces = (children: readonly Node[], code: string, namer: Namer = names(code)): Piece[] =>
  children.flatMap((child): Piece[] => {
    const { start, end, expression, openingElement, closingElement } = child
    if (child.type === 'JSXText') return [{ text: jsxText(String(child['value'])) }]
    if (child.type === 'JSXExpressionContainer') {
      if (isNode(expression, 'JSXEmptyExpression')) return []
      const text = stringOf(expression)
      if (text !== undefined) return [{ text }]
      return [{ hole: namer(holeName(expression), child), of: 'children', start, end }]
    }
    const element = isNode(openingElement) ? (lastName(openingElement['name']) ?? 'part') : 'part'
    if (!isInline(child) || !isNode(openingElement) || !isNode(closingElement))
      return [
        {
          hole: namer(
            element.replace(/^./, (first) => first.toLowerCase()),
            child,
          ),
          of: 'children',
          start,
          end,
        },
      ]
    const tag = namer(element, child)
    return [
      {
        tag,
        open: openingElement,
        close: closingElement,
        inner: childrenPieces(nodesOf(child['children']), code, namer),
      },
    ]
  })

/** Returns JSX text as the browser receives it: lines without indentation, joined by spaces. */
const jsxText = (text: string): string => {
  const lines = text.split('\n')
  return lines
    .map((line, i) => (i === 0 ? line : line.trimStart()))
    .map((line, i) => (i === lines.length - 1 ? line : line.trimEnd()))
    .filter((line, i) => line !== '' || lines.length === 1 || (i === 0 && line !== ''))
    .join(' ')
}

/** Splits the surrounding whitespace from the parts. */
export const trimmed = (all: readonly Piece[]): { pieces: Piece[]; around: [string, string] } => {
  const pieces = all.filter((piece) => !('text' in piece) || piece.text !== '')
  const [first] = pieces
  let [before, after] = ['', '']
  if (first !== undefined && 'text' in first) {
    before = /^\s*/.exec(first.text)?.[0] ?? ''
    pieces[0] = { text: first.text.slice(before.length) }
  }
  const last = pieces.at(-1)
  if (last !== undefined && 'text' in last) {
    after = /\s*$/.exec(last.text)?.[0] ?? ''
    pieces[pieces.length - 1] = { text: last.text.slice(0, last.text.length - after.length) }
  }
  return { pieces: pieces.filter((piece) => !('text' in piece) || piece.text !== ''), around: [before, after] }
}

/** Escapes text for ICU. */
const literal = (text: string): string => text.replace(/[{}<]+/g, (signs) => `'${signs}'`)

/** Formats parts as an ICU message: `{name} is off: everyone gets <b>{variant}</b>`. */
export const idOf = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if ('text' in piece) return literal(piece.text)
      return 'hole' in piece ? `{${piece.hole}}` : `<${piece.tag}>${idOf(piece.inner)}</${piece.tag}>`
    })
    .join('')
