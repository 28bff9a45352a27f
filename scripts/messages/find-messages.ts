import { childrenPieces, idOf, isInline, type Piece, templatePieces, trimmed } from './pieces.ts'
import {
  handsOn,
  hasLetter,
  isAsked,
  isCode,
  isFormat,
  isNotRead,
  isRead,
  isReadable,
  isTextFile,
  joinsOn,
  readsAsText,
  saysOn,
} from './positions.ts'
import { below, isNode, lastName, type Node, nodesOf, parse, quasisOf, stringOf } from './syntax.ts'

/** One message of a source file: its text in ICU form, where it stands, and what it is made of. */
export type Message = {
  /** In ICU form, without the blanks around it: `Publish to {name}`. */
  id: string
  /** How the source holds it, which decides how a translation is written down. */
  shape: 'string' | 'attribute' | 'children' | 'counted'
  start: number
  end: number
  /** What stands before and after it without being part of it: blanks. */
  around: readonly [before: string, after: string]
  pieces: readonly Piece[]
}

/** Where a node stands: where a person reads its value, anywhere, or where only the program reads it. */
type Position = 'read' | 'any' | 'never'

/** Whether a child of an element belongs to its sentence: not an icon beside it, nor a blank. */
const isSaid = (child: Node): boolean =>
  child.type === 'JSXText'
    ? String(child['value']).trim() !== ''
    : !(isNode(child['openingElement']) && /^Icon[A-Z]/.test(lastName(child['openingElement']['name']) ?? ''))

/** Every message of a file, the outer before the inner, in the order of the text. */
export const findMessages = (file: string, code: string): Message[] => {
  const found: Message[] = []
  const anywhere: Position = isTextFile(file) ? 'read' : 'any'

  let inComponent = false

  const note = (shape: Message['shape'], { start, end }: Pick<Node, 'start' | 'end'>, all: readonly Piece[]) => {
    const { pieces, around } = trimmed(all)
    found.push({ id: idOf(pieces), shape, start, end, around, pieces })
  }

  const visit = (node: Node, at: Position): void => {
    const into = (value: unknown, position: Position = at) => {
      for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) visit(one, position)
    }
    const isWords = (text: string) => at !== 'never' && (at === 'read' ? isReadable(text) : readsAsText(text))
    const named = (name: unknown): Position =>
      isRead(lastName(name)) ? 'read' : isNotRead(lastName(name)) ? 'never' : at
    switch (node.type) {
      case 'Literal': {
        const text = stringOf(node)
        if (text !== undefined && isWords(text)) note('string', node, [{ text }])
        return
      }
      case 'TemplateLiteral': {
        const isMessage = hasLetter(quasisOf(node).join('')) && isWords(quasisOf(node).join('x'))
        if (isMessage) note('string', node, templatePieces(node, code))
        return into(node['expressions'], isMessage ? 'read' : at)
      }
      case 'ConditionalExpression':
        into(node['test'], 'any')
        return into([node['consequent'], node['alternate']])
      case 'LogicalExpression':
        into(node['left'], node['operator'] === '&&' ? 'any' : at)
        return into(node['right'])
      case 'BinaryExpression': {
        const sides = [node['left'], node['right']]
        return into(node['operator'] === '+' ? sides : sides.filter((side) => stringOf(side) === undefined), at)
      }
      case 'ParenthesizedExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
        return into(node['expression'])
      case 'SwitchCase':
        return into(node['consequent'])
      case 'MemberExpression':
        into(node['object'], 'any')
        return stringOf(node['property']) === undefined && node['computed'] === true
          ? into(node['property'], 'any')
          : undefined
      case 'Property': {
        const position = named(node['key'])
        const isTable = isNode(node['value'], 'ObjectExpression', 'ArrayExpression')
        return into(node['value'], isTable && position === 'read' ? at : position)
      }
      case 'AssignmentPattern':
        return into(node['right'], named(node['left']))
      case 'VariableDeclarator':
        return into(node['init'], named(node['id']))
      case 'BlockStatement':
        return into(node['body'], anywhere)
      case 'ReturnStatement':
        return into(node['argument'], inComponent ? 'read' : at)
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return within(node, () => into(below(node)))
      case 'NewExpression':
      case 'CallExpression':
        return call(node, at)
      case 'JSXAttribute':
        return attribute(node)
      case 'JSXExpressionContainer':
        return into(node['expression'], at)
      case 'JSXElement':
      case 'JSXFragment':
        return element(node)
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
      case 'TaggedTemplateExpression':
        return
      case 'ExpressionStatement':
        return typeof node['directive'] !== 'string' ? into(node['expression'], 'any') : undefined
      default:
        return node.type.startsWith('TS') ? undefined : into(below(node))
    }
  }

  /** Goes into a function: what a component returns is read. */
  const within = (node: Node, go: () => void): void => {
    const outer = inComponent
    inComponent = /^[A-Z]/.test(lastName(node['id']) ?? '')
    go()
    inComponent = outer
  }

  const call = (node: Node, at: Position): void => {
    const callee = lastName(node['callee'])
    const args = nodesOf(node['arguments'])
    // what is in a list that is filtered or joined right here is said as the whole is
    if (isNode(node['callee'], 'MemberExpression') && joinsOn(callee)) {
      if (isNode(node['callee']['object'])) visit(node['callee']['object'], at)
    } else if (isNode(node['callee'])) visit(node['callee'], 'any')
    const [count, one, many] = args
    const forms = [stringOf(one), stringOf(many)]
    if (callee === 'counted' && count !== undefined && forms[0] !== undefined) {
      visit(count, 'any')
      const [singular, plural = `${singular}s`] = forms
      const text = `{count, plural, one {# ${singular}} other {# ${plural}}}`
      found.push({ id: text, shape: 'counted', start: count.end, end: node.end - 1, around: ['', ''], pieces: [] })
      return
    }
    if (isFormat(callee)) return
    for (const arg of args) {
      if (isAsked(callee)) visit(arg, 'never')
      else visit(arg, saysOn(callee) ? 'read' : handsOn(callee) || isTextFile(file) ? at : 'any')
    }
  }

  const attribute = (node: Node): void => {
    const name = lastName(node['name'])
    const { value } = node
    if (!isNode(value)) return
    const text = stringOf(value)
    // `step="1 of 3"` is read, the `step` of an address is not
    const shown = isRead(name) || name === 'step'
    if (text === undefined) visit(value, shown ? 'read' : isNotRead(name) ? 'never' : 'any')
    else if (shown ? isReadable(text) : !isNotRead(name) && readsAsText(text)) note('attribute', value, [{ text }])
  }

  const element = (node: Node): void => {
    const { openingElement } = node
    if (isNode(openingElement)) for (const one of nodesOf(openingElement['attributes'])) visit(one, 'any')
    if (isNode(openingElement) && isCode(lastName(openingElement['name']))) return
    const all = nodesOf(node['children'])
    const children = all.slice(all.findIndex(isSaid), all.findLastIndex(isSaid) + 1)
    const [first] = children
    const last = children.at(-1)
    const isMessage = children.some((child) => child.type === 'JSXText' && hasLetter(String(child['value'])))
    if (first !== undefined && last !== undefined && isMessage) {
      note('children', { start: first.start, end: last.end }, childrenPieces(children, code))
      inside(children)
      inside(all.filter((child) => !children.includes(child)))
    } else for (const child of all) if (child.type !== 'JSXText') visit(child, 'read')
  }

  /** What stands inside the holes and tags of a message among the children of an element. */
  const inside = (children: readonly Node[]): void => {
    for (const child of children) {
      if (child.type === 'JSXText') continue
      if (!isInline(child)) visit(child, 'read')
      else {
        const { openingElement } = child
        if (isNode(openingElement)) for (const one of nodesOf(openingElement['attributes'])) visit(one, 'any')
        inside(nodesOf(child['children']))
      }
    }
  }

  visit(parse(file, code), anywhere)
  return found.sort((a, b) => a.start - b.start || b.end - a.end)
}
