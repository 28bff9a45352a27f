import { compare } from './compare.ts'
import type { Edit, Part } from './edits.ts'
import { child, list, type Node, unwrapped, word, wrapped } from './node.ts'
import type { Parsed } from './parse.ts'
import { isPure } from './purity.ts'
import { isIdle, isTested, replaceWithPart } from './replace-with-part.ts'
import { indentAt, moved } from './statements.ts'
import { knownValueOf, removedMarker, type Value, type Values, writtenOf } from './value.ts'

export type Fold = { readonly file: Parsed; readonly values: Values }

/** Simplifies an expression of which a part is known. Returns undefined if it stays unchanged. */
export function foldExpression(node: Node, { file, values }: Fold): Edit | undefined {
  const instead = (kept: Node | string, before: readonly Node[] = []): Edit =>
    inPlace(file, node, before.length === 0 ? asValue(node, kept, values) : kept, before)
  const known = (one: Node | undefined) => one && knownValueOf(one, values)

  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion': {
      const inner = child(node, 'expression')
      return inner?.type === 'Identifier' && known(inner) ? instead(inner) : undefined
    }
    case 'UnaryExpression': {
      const found = known(child(node, 'argument'))
      const operator = word(node, 'operator')
      if (!found) return undefined
      if (operator === '!') return instead(values.nameOf(!found.value), found.before)
      if (operator === 'typeof') return instead(values.nameOf(typeof found.value), found.before)
      return operator === 'void' && isIdle(node) ? instead(values.nameOf(null), found.before) : undefined
    }
    case 'LogicalExpression':
      return foldLogical(node, { file, values })
    case 'ConditionalExpression': {
      const found = known(child(node, 'test'))
      const kept = found && child(node, found.value ? 'consequent' : 'alternate')
      return found && kept && instead(kept, found.before)
    }
    case 'BinaryExpression': {
      const [left, right] = [child(node, 'left'), child(node, 'right')]
      if (left === undefined || right === undefined) return undefined
      const [a, b] = [known(left), known(right)]
      if (!a && !b) return undefined
      const [one, two] = [a ?? writtenOf(left), b ?? writtenOf(right)]
      const answer = one && two && compare(word(node, 'operator') ?? '', one.value, two.value)
      return answer === undefined
        ? undefined
        : instead(values.nameOf(answer), [...(a?.before ?? []), ...(b?.before ?? [])])
    }
    case 'SequenceExpression': {
      const expressions = list(node, 'expressions')
      const isDropped = (one: Node, at: number) =>
        (at < expressions.length - 1 || isIdle(node)) && unwrapped(one).type === 'Identifier' && known(one)
      const kept = expressions.filter((one, at) => !isDropped(one, at))
      const [only] = kept
      if (kept.length === expressions.length) return undefined
      if (only === undefined) return instead(values.nameOf(null))
      if (kept.length === 1) return alone(node, only, file) ?? instead(only)
      const parts = kept.flatMap((one, at): Part[] => [...(at > 0 ? [', '] : []), [one.start, one.end]])
      return { start: node.start, end: node.end, parts }
    }
    case 'TemplateLiteral':
      return foldTemplate(node, { file, values })
    case 'VariableDeclaration': {
      const [only, ...others] = list(node, 'declarations')
      const init = only && child(only, 'init')
      const found = known(init)
      if (!init || !found || found.before.length === 0 || others.length > 0 || !isListed(node)) return undefined
      const effects = found.before.flatMap((one): Part[] => ['void ', '(', [one.start, one.end], ');\n'])
      const isCall = found.before.every(
        (one) =>
          one.type === 'CallExpression' &&
          /^\w/.test(file.text.slice(one.start)) &&
          !/^(function|class|async)\b/.test(file.text.slice(one.start)),
      )
      const indent = indentAt(file.text, node.start)
      const plain = found.before.flatMap((one): Part[] => [[one.start, one.end], `;\n${indent}`])
      const parts: Part[] = [
        removedMarker,
        `\n${indent}`,
        ...(isCall ? plain : effects),
        [node.start, init.start],
        values.nameOf(found.value),
        [init.end, node.end],
      ]
      return { start: node.start, end: node.end, parts }
    }
    case 'ExpressionStatement': {
      const expression = child(node, 'expression')
      return expression && unwrapped(expression).type === 'Identifier' && known(expression)
        ? { start: node.start, end: node.end, parts: [isListed(node) ? removedMarker : '{}'] }
        : undefined
    }
    default:
      return undefined
  }
}

/** Drops parentheses around a call that is the only remaining part of a sequence statement. */
function alone(node: Node, only: Node, { text }: Parsed): Edit | undefined {
  const { parent } = node
  const isStatement = parent?.type === 'ParenthesizedExpression' && parent.parent?.type === 'ExpressionStatement'
  const isPlain =
    only.type === 'CallExpression' && /^(?!function\b|class\b|async\b|let\b)[\w$]/.test(text.slice(only.start))
  return isStatement && isPlain ? { start: parent.start, end: parent.end, parts: [[only.start, only.end]] } : undefined
}

const isListed = (statement: Node): boolean =>
  ['Program', 'BlockStatement', 'StaticBlock', 'SwitchCase', 'FunctionBody', 'TSModuleBlock'].includes(
    statement.parent?.type ?? '',
  )

/**
 * Converts a literal that renders nothing, or that is a string inside a template, to a known value, so that folding
 * continues with it.
 */
function asValue(node: Node, kept: Node | string, values: Values): Node | string {
  const { parent } = wrapped(node)
  const inner = typeof kept === 'string' ? undefined : unwrapped(kept)
  const isChild = parent?.type === 'JSXExpressionContainer' && parent.parent?.type.startsWith('JSXAttr') === false
  const isInText = parent?.type === 'TemplateLiteral' && parent.parent?.type !== 'TaggedTemplateExpression'
  const written = inner?.type === 'Literal' ? writtenOf(inner) : undefined
  if (written === undefined) return kept
  const { value } = written
  const isDrawnAsNothing = isChild && (value === null || typeof value === 'boolean')
  return isDrawnAsNothing || (isInText && typeof value === 'string') ? values.nameOf(value) : kept
}

/**
 * Replaces an expression with the part that is kept. A JSX element replaces its braces as well; a pure expression whose
 * value is unused is removed.
 */
function inPlace(file: Parsed, node: Node, kept: Node | string, before: readonly Node[]): Edit {
  const outer = wrapped(node)
  if (before.length === 0 && typeof kept !== 'string') {
    const inner = unwrapped(kept)
    const isElement = inner.type === 'JSXElement' || inner.type === 'JSXFragment'
    const holder = outer.parent
    const isChild = holder?.parent?.type === 'JSXElement' || holder?.parent?.type === 'JSXFragment'
    if (isElement && isChild && holder?.type === 'JSXExpressionContainer')
      return {
        start: holder.start,
        end: holder.end,
        parts: moved(file, inner.start, inner.end, indentAt(file.text, inner.start), indentAt(file.text, holder.start)),
      }
    // An unused string literal would become a directive.
    if (outer.parent?.type === 'ExpressionStatement' && isPure(kept, { file }))
      return {
        start: outer.parent.start,
        end: outer.parent.end,
        parts: [isListed(outer.parent) ? removedMarker : '{}'],
      }
  }
  const parts = replaceWithPart(file.text, node, kept, before)
  const around = before.length === 0 && typeof kept !== 'string' ? needless(file, node, kept) : undefined
  return around && parts.length === 1
    ? { start: around.start, end: around.end, parts }
    : { start: node.start, end: node.end, parts }
}

const primary = new Set([
  'CallExpression',
  'MemberExpression',
  'Identifier',
  'Literal',
  'TemplateLiteral',
  'ArrayExpression',
])
for (const type of ['JSXElement', 'JSXFragment']) primary.add(type)
/** Parent fields in which an expression is not an operand of another, by parent type. */
const wholes: Readonly<Record<string, string>> = {
  ArrowFunctionExpression: 'body',
  VariableDeclarator: 'init',
  ReturnStatement: 'argument',
  Property: 'value',
  AssignmentExpression: 'right',
  JSXExpressionContainer: 'expression',
  SpreadElement: 'argument',
  JSXSpreadAttribute: 'argument',
}
/** Node types that bind less tightly than any primary expression. */
const operators = new Set(['BinaryExpression', 'LogicalExpression', 'ConditionalExpression'])

/** Parentheses around a conditional that the kept single-line expression no longer needs. */
function needless({ text, comments }: Parsed, node: Node, kept: Node): Node | undefined {
  const { parent: around } = node
  const holder = around?.parent
  if (around?.type !== 'ParenthesizedExpression' || !holder) return undefined
  const isObject = kept.type === 'ObjectExpression' && holder.type !== 'ArrowFunctionExpression'
  if (!primary.has(kept.type) && !isObject) return undefined
  const isWhole = holder[wholes[holder.type] ?? ''] === around || (operators.has(holder.type) && !isObject)
  const isSaid = comments.some((one) => one.start >= around.start && one.end <= around.end)
  return isWhole && !isSaid && !text.slice(kept.start, kept.end).includes('\n') ? around : undefined
}

function foldLogical(node: Node, { file, values }: Fold): Edit | undefined {
  const operator = word(node, 'operator')
  const [left, right] = [child(node, 'left'), child(node, 'right')]
  if (left === undefined || right === undefined) return undefined
  const instead = (kept: Node | string, before: readonly Node[] = []) => inPlace(file, node, kept, before)
  const first = knownValueOf(left, values)
  if (first) {
    const goesOn = operator === '??' ? first.value === null : operator === '&&' ? first.value : !first.value
    return goesOn ? instead(right, first.before) : instead(values.nameOf(first.value), first.before)
  }
  const second = knownValueOf(right, values)
  if (!second || operator === '??' || second.before.length > 0) return undefined
  // The known operand is neutral: x && true, x || false.
  const isNeutral = operator === '&&' ? Boolean(second.value) : !second.value
  if (isIdle(node)) return instead(left)
  const outer = wrapped(node)
  const isFirstOfSame =
    outer.parent?.type === 'LogicalExpression' &&
    outer.parent['left'] === outer &&
    outer.parent['operator'] === operator
  if (isNeutral) return isTested(node) || isFirstOfSame ? instead(left) : undefined
  // The known operand decides: x && false, x || true.
  if (isTested(node)) {
    const value = values.nameOf(operator === '||')
    return isPure(left, { file }) ? instead(value) : instead(value, [left])
  }
  if (!isFirstOfSame || outer.parent === null) return undefined
  return { start: outer.parent.start, end: outer.parent.end, parts: replaceWithPart(file.text, outer.parent, node) }
}

function foldTemplate(node: Node, { values }: Fold): Edit | undefined {
  if (node.parent?.type === 'TaggedTemplateExpression' || node.parent?.type === 'TSLiteralType') return undefined
  const expressions = list(node, 'expressions')
  const quasis = list(node, 'quasis')
  const at = expressions.findIndex((one) => {
    const known = knownValueOf(one, values)
    return known && known.before.length === 0 && typeof known.value !== 'object'
  })
  const expression = expressions[at]
  const known = expression && knownValueOf(expression, values)
  if (!known || expression === undefined) return undefined
  if (expressions.length === 1 && quasis.every((one) => quasiText(one) === ''))
    return { start: node.start, end: node.end, parts: [values.nameOf(textOf(known.value))] }
  const [before, after] = [quasis[at], quasis[at + 1]]
  if (before === undefined || after === undefined) return undefined
  // The range includes the `${` before and the `}` after the expression.
  const [from, to] = [before.end - 2, after.start + 1]
  const written = textOf(known.value)
    .replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`)
    .replace(/\$$/, String.raw`\$`)
  return { start: from, end: to, parts: [written], isText: true }
}

const quasiText = (quasi: Node): string | undefined => {
  const value = quasi['value']
  return typeof value === 'object' && value !== null && 'raw' in value && typeof value.raw === 'string'
    ? value.raw
    : undefined
}

/** Text that a template literal produces for a primitive value. */
const textOf = (value: Value): string => (typeof value === 'string' ? value : JSON.stringify(value))
