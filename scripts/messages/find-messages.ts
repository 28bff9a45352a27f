import { declaredNames } from './declared.ts'
import { childrenPieces, countedPieces, idOf, isInline, type Piece, templatePieces, trimmed } from './pieces.ts'
import {
  handsOn,
  hasLetter,
  isAsked,
  isCode,
  isFormat,
  isKey,
  isNotRead,
  isRead,
  isReadable,
  isTextFile,
  joinsOn,
  readsAsText,
  saysOn,
  sentenceTag,
} from './positions.ts'
import { below, isNode, lastName, type Node, nodesOf, parse, quasisOf, stringOf } from './syntax.ts'

/** A message of a source file: its text in ICU format, its position, and its parts. */
export type Message = {
  /** In ICU format, without surrounding whitespace: `Publish to {name}`. */
  id: string
  /** Form in the source, which determines how a translation is written. */
  shape: 'string' | 'attribute' | 'children' | 'counted'
  start: number
  end: number
  /** Surrounding whitespace. */
  around: readonly [before: string, after: string]
  pieces: readonly Piece[]
  /** Whether it is in a position for UI text. */
  isRead: boolean
}

/** Names and functions in a file that contain UI text. */
export type Places = {
  readonly isRead: (name: string | undefined) => boolean
  readonly saysOn: (callee: string | undefined) => boolean
}

const ofScreens: Places = { isRead, saysOn }

/** Position of a node: its value is UI text, either, or never UI text. */
type Position = 'read' | 'any' | 'never'

/** Whether a child of an element is part of its sentence, so neither an icon nor whitespace. */
const isSaid = (child: Node): boolean =>
  child.type === 'JSXText'
    ? String(child['value']).trim() !== ''
    : !(isNode(child['openingElement']) && /^Icon[A-Z]/.test(lastName(child['openingElement']['name']) ?? ''))

/** Finds the messages of a file in source order, outer before inner. */
export const findMessages = (file: string, code: string, places: Places = ofScreens): Message[] => {
  const found: Message[] = []
  const anywhere: Position = isTextFile(file) ? 'read' : 'any'
  const program = parse(file, code)
  const declared = declaredNames(program)

  let [inComponent, inWords] = [false, false]
  /** Names that anonymous functions are called by. */
  const called = new Map<Node, string | undefined>()

  const note = (
    shape: Message['shape'],
    { start, end }: Pick<Node, 'start' | 'end'>,
    all: readonly Piece[],
    position: Position = 'read',
  ) => {
    const { pieces, around } = trimmed(all)
    found.push({ id: idOf(pieces), shape, start, end, around, pieces, isRead: position === 'read' })
  }

  const visit = (node: Node, here: Position): void => {
    const of = declared.get(node)
    const softer: Position = of === 'no sentence' && here === 'read' ? 'any' : here
    const at: Position = of === 'name' ? 'never' : of === 'text' && here === 'never' ? 'any' : softer
    const into = (value: unknown, position: Position = at) => {
      for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) visit(one, position)
    }
    const isWords = (text: string) => at !== 'never' && (at === 'read' ? isReadable(text) : readsAsText(text))
    const named = (name: unknown): Position =>
      places.isRead(lastName(name)) ? 'read' : isNotRead(lastName(name)) ? 'never' : at
    switch (node.type) {
      case 'Literal': {
        const text = stringOf(node)
        if (text !== undefined && isWords(text)) note('string', node, [{ text }], at)
        return
      }
      case 'TemplateLiteral': {
        const isEmpty = !hasLetter(quasisOf(node).join(''))
        const isMessage = !isEmpty && isWords(quasisOf(node).join('x'))
        if (isMessage) note('string', node, templatePieces(node, code), at)
        return into(node['expressions'], isMessage ? 'read' : isEmpty ? at : 'any')
      }
      case 'ConditionalExpression':
        into(node['test'], 'any')
        return into([node['consequent'], node['alternate']])
      case 'LogicalExpression':
        into(node['left'], node['operator'] === '&&' ? 'any' : at)
        return into(node['right'])
      case 'BinaryExpression': {
        const sides = [node['left'], node['right']]
        if (node['operator'] === '+') return into(sides)
        // compared strings are identifiers
        for (const side of sides)
          if (isNode(side, 'TemplateLiteral')) into(side['expressions'], 'any')
          else if (stringOf(side) === undefined) into(side, 'any')
        return
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
        if (isNode(node['id'], 'ObjectPattern', 'ArrayPattern')) into(node['id'])
        if (isNode(node['init'], 'ArrowFunctionExpression')) called.set(node['init'], lastName(node['id']))
        return into(node['init'], named(node['id']))
      case 'BlockStatement':
        return into(node['body'], inWords ? 'read' : anywhere)
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
        return
      case 'TaggedTemplateExpression': {
        const { quasi } = node
        if (lastName(node['tag']) !== sentenceTag || !isNode(quasi)) return
        note('string', quasi, templatePieces(quasi, code))
        return into(quasi['expressions'], 'read')
      }
      case 'ExpressionStatement':
        return typeof node['directive'] !== 'string' ? into(node['expression'], 'any') : undefined
      default:
        return node.type.startsWith('TS') ? undefined : into(below(node))
    }
  }

  /** Visits a function. The result of a component is UI text. */
  const within = (node: Node, go: () => void): void => {
    const outer: [boolean, boolean] = [inComponent, inWords]
    const name = called.get(node) ?? lastName(node['id'])
    inComponent = /^[A-Z]/.test(name ?? '')
    inWords = places.isRead(name)
    go()
    ;[inComponent, inWords] = outer
  }

  const visitAll = (nodes: unknown, at: Position) => {
    for (const one of nodesOf(nodes)) visit(one, at)
  }

  const call = (node: Node, at: Position): void => {
    const callee = lastName(node['callee'])
    const args = nodesOf(node['arguments'])
    // elements of a list that is filtered or joined here have the position of the result
    if (isNode(node['callee'], 'MemberExpression') && joinsOn(callee)) {
      if (isNode(node['callee']['object'])) visit(node['callee']['object'], at)
    } else if (isNode(node['callee'])) visit(node['callee'], 'any')
    const [count, one, many] = args
    const forms = count === undefined || callee !== 'counted' ? undefined : countedPieces(one, many, code)
    if (count !== undefined && forms !== undefined) {
      visit(count, 'any')
      for (const form of [one, many]) if (isNode(form, 'TemplateLiteral')) visitAll(form['expressions'], 'read')
      const text = `{count, plural, one {# ${idOf(forms.one)}} other {# ${idOf(forms.other)}}}`
      const pieces = [...forms.one, ...forms.other]
      found.push({
        id: text,
        shape: 'counted',
        start: count.end,
        end: node.end - 1,
        around: ['', ''],
        pieces,
        isRead: true,
      })
      return
    }
    if (isFormat(callee)) return
    for (const arg of args) {
      if (isAsked(callee)) visit(arg, 'never')
      else visit(arg, places.saysOn(callee) ? 'read' : handsOn(callee) || isTextFile(file) ? at : 'any')
    }
  }

  const attribute = (node: Node): void => {
    const name = lastName(node['name'])
    const { value } = node
    if (!isNode(value)) return
    const text = stringOf(value)
    // `step="1 of 3"` is UI text, the `step` of a route is not
    const shown = isRead(name) || name === 'step'
    if (text === undefined) visit(value, shown ? 'read' : isNotRead(name) ? 'never' : 'any')
    else if (isKey(name, text)) return
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

  /** Visits placeholders and tags of a message among the children of an element. */
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

  visit(program, anywhere)
  return found.sort((a, b) => a.start - b.start || b.end - a.end)
}
