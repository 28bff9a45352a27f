import type { Part } from './edits.ts'
import { child, isFunction, list, type Node, unwrapped, word, wrapped } from './node.ts'

/**
 * Builds the text that replaces an expression with one of its parts, without changing its meaning:
 * - effects in `before` still run first
 * - a method call gets no new `this`, and an anonymous function gets no new name
 * - parentheses are added where the text would parse differently
 *
 * `kept` is a node of the original text, or new text.
 */
export function replaceWithPart(text: string, node: Node, kept: Node | string, before: readonly Node[] = []): Part[] {
  const what: Part = typeof kept === 'string' ? kept : [kept.start, kept.end]
  const first = before.flatMap((one): Part[] => [[one.start, one.end], ', '])
  const isDetached = typeof kept !== 'string' && (losesThis(node, kept) || getsName(node, kept))
  const parts: Part[] = [...first, ...(isDetached && before.length === 0 ? ['0, '] : []), what]
  const isList = before.length > 0 || isDetached
  const mustWrap = isList
    ? !isOpen(node)
    : typeof kept !== 'string' && (begins(text, node, kept) || isInLoopHead(node, kept))
  return mustWrap ? ['(', ...parts, ')'] : parts
}

/** Whether a comma list needs no parentheses here. */
const isOpen = ({ parent }: Node): boolean =>
  parent?.type === 'ParenthesizedExpression' || parent?.type === 'SequenceExpression'

/** Whether a call, `delete` or `typeof` would treat the kept reference differently from its value. */
function losesThis(node: Node, kept: Node): boolean {
  const inner = unwrapped(kept)
  const names = inner.type === 'MemberExpression' || inner.type === 'ChainExpression' || inner.type === 'Identifier'
  if (!names) return false
  const outer = wrapped(node)
  const { parent } = outer
  if (parent === null) return false
  if (parent.type === 'CallExpression')
    return parent['callee'] === outer && (inner.type !== 'Identifier' || inner['name'] === 'eval')
  if (parent.type === 'TaggedTemplateExpression') return parent['tag'] === outer && inner.type !== 'Identifier'
  return parent.type === 'UnaryExpression' && ['delete', 'typeof'].includes(word(parent, 'operator') ?? '')
}

/** Whether an anonymous function would get a name from its new position. */
function getsName(node: Node, kept: Node): boolean {
  const inner = unwrapped(kept)
  const isNameless =
    inner.type === 'ArrowFunctionExpression' ||
    ((isFunction(inner) || inner.type === 'ClassExpression') && !child(inner, 'id'))
  const outer = wrapped(node)
  const { parent } = outer
  if (!isNameless || parent === null) return false
  switch (parent.type) {
    case 'VariableDeclarator':
      return parent['init'] === outer && child(parent, 'id')?.type === 'Identifier'
    case 'AssignmentExpression':
      return (
        parent['right'] === outer &&
        child(parent, 'left')?.type === 'Identifier' &&
        ['=', '&&=', '||=', '??='].includes(word(parent, 'operator') ?? '')
      )
    case 'AssignmentPattern':
      return parent['right'] === outer && child(parent, 'left')?.type === 'Identifier'
    case 'Property':
    case 'PropertyDefinition':
    case 'AccessorProperty':
      return parent['value'] === outer
    case 'ExportDefaultDeclaration':
      return true
    default:
      return false
  }
}

/** Whether text at the start of a statement or an arrow body would parse as something else. */
function begins(text: string, node: Node, kept: Node): boolean {
  const head = text.slice(kept.start, kept.start + 20)
  const isBlock = head.startsWith('{')
  const isDeclaration = /^(function|class|async\s+function|let\s*\[)/.test(head)
  if (!isBlock && !isDeclaration) return false
  for (let at: Node = node; at.parent !== null && at.parent.start === node.start; at = at.parent) {
    if (at.parent.type === 'ExpressionStatement') return true
  }
  for (let at: Node = node; at.parent !== null; at = at.parent) {
    if (at.parent.type === 'ArrowFunctionExpression' && at.parent['body'] === at) return isBlock
    if (at.parent.type === 'ExportDefaultDeclaration') return isDeclaration
    if (at.parent.start !== node.start) return false
  }
  return false
}

/** An `in` operator here would parse as that of the loop. */
function isInLoopHead(node: Node, kept: Node): boolean {
  if (kept.type !== 'BinaryExpression' && kept.type !== 'ArrowFunctionExpression') return false
  for (let at: Node = node; at.parent !== null; at = at.parent)
    if (at.parent.type === 'ForStatement' && at.parent['init'] === at) return true
  return false
}

/** Whether only the truthiness of an expression matters. */
export function isTested(node: Node): boolean {
  const outer = wrapped(node)
  const { parent } = outer
  if (parent === null) return false
  switch (parent.type) {
    case 'IfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
    case 'ConditionalExpression':
      return parent['test'] === outer
    case 'UnaryExpression':
      return word(parent, 'operator') === '!'
    case 'LogicalExpression':
      return word(parent, 'operator') !== '??' && isTested(parent)
    case 'SequenceExpression':
      return list(parent, 'expressions').at(-1) === outer && isTested(parent)
    default:
      return false
  }
}

/** Whether the value of an expression is unused. */
export function isIdle(node: Node): boolean {
  const outer = wrapped(node)
  const { parent } = outer
  if (parent?.type === 'ExpressionStatement') return true
  if (parent?.type === 'ForStatement') return parent['init'] === outer || parent['update'] === outer
  if (parent?.type !== 'SequenceExpression') return false
  return list(parent, 'expressions').at(-1) !== outer || isIdle(parent)
}
