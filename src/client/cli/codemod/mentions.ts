import { type Kind, memberName, nameOfProperty } from './kinds.ts'
import { child, list, type Node, unwrapped, walk, word, wrapped } from './node.ts'
import type { Parsed } from './parse.ts'
import { readOf } from './reads.ts'

type KindOf = (node: Node) => Kind | undefined

/** A mention of a flag that is not a read, with the reason why it could not be removed. */
export type Mention = { readonly key: string | null; readonly node: Node; readonly reason: string }

export type Named = {
  readonly keys: ReadonlySet<string>
  /** Flag keys by the name that the program calls them by. */
  readonly names: ReadonlyMap<string, string>
}

/** Finds mentions of flags that are neither reads nor declarations. */
export function mentionsOf(file: Parsed, kindOf: KindOf, named: Named, from: Node = file.program): Mention[] {
  const found: Mention[] = []
  walk(from, (node) => {
    if (readOf(node, kindOf)) {
      // The key and the handle are part of the read itself.
      for (const one of list(node, 'arguments'))
        if (!isHandle(kindOf(one))) found.push(...mentionsOf(file, kindOf, { ...named, keys: new Set() }, one))
      return false
    }
    if (node.type === 'ImportDeclaration') return false
    const mention = mentionOf(node, file, kindOf, named)
    if (mention) found.push(mention)
    return mention === undefined
  })
  return found
}

const isHandle = (kind: Kind | undefined): boolean => kind?.is === 'flag' || kind?.is === 'call'

/** Reason for keeping text that equals the key: it may be about something else. */
export const sameText = 'a text equal to the key'

function mentionOf(node: Node, file: Parsed, kindOf: KindOf, { keys, names }: Named): Mention | undefined {
  if (node.type === 'Property') return ofPattern(node, file, kindOf, names)
  if (node.type === 'MemberExpression' || node.type === 'Identifier' || node.type === 'CallExpression') {
    if (node.type === 'MemberExpression') {
      const object = child(node, 'object')
      const kind = object && kindOf(object)
      const isFlags = kind?.is === 'calls' || kind?.is === 'declarations'
      if (isFlags && memberName(node) === undefined)
        return { key: null, node, reason: 'the flag is chosen while the program runs' }
      const key = kind === undefined && object !== undefined ? names.get(memberName(node) ?? '') : undefined
      if (key !== undefined && object && looksLikeFlags(object, file)) return { key, node, reason: unknownClientReason }
    }
    const own = kindOf(node)
    if (own === undefined || isBound(node) || isFollowed(node, own, kindOf)) return undefined
    if (own.is === 'flag') return { key: own.key, node, reason: 'the declared flag is passed on' }
    if (own.is === 'call') return { key: own.key, node, reason: unhandledReadReason(node) }
    if (own.is === 'calls' || own.is === 'declarations') return { key: null, node, reason: 'all flags are passed on' }
    return undefined
  }
  if (node.type !== 'Literal' || typeof node['value'] !== 'string') return undefined
  const { parent } = node
  const ruled =
    parent?.type === 'CallExpression' && list(parent, 'arguments')[0] === node
      ? kindOf(child(parent, 'callee') ?? node)
      : undefined
  if (ruled?.is === 'method' && ruled.of.is === 'client' && ruled.name === 'rules') {
    const key = ruled.of.names.get(node['value'])
    if (key !== undefined) return { key, node, reason: 'a test gives it rules' }
  }
  if (!keys.has(node['value'])) return undefined
  if (parent?.type === 'Property' && (parent['key'] === node || declaresKey(parent, kindOf))) return undefined
  return { key: node['value'], node, reason: sameText }
}

/** Whether a property is the `key: 'new-checkout'` of a flag declaration. */
function declaresKey(property: Node, kindOf: KindOf): boolean {
  if (nameOfProperty(property) !== 'key') return false
  for (let at = property.parent; at !== null; at = at.parent) {
    if (at.type === 'CallExpression' && kindOf(at)?.is === 'declarations') return true
    if (at.type.endsWith('Statement') || at.type.endsWith('Declaration')) return false
  }
  return false
}

const unknownClientReason = 'it may be a read: it is not known where its client comes from'

/** Whether an object that cannot be followed is used like the flags of a client. */
function looksLikeFlags(object: Node, file: Parsed): boolean {
  const inner = unwrapped(object)
  if (inner.type === 'ChainExpression') return looksLikeFlags(child(inner, 'expression') ?? inner, file)
  if (inner.type === 'MemberExpression') return memberName(inner) === 'flags'
  if (inner.type !== 'Identifier' || word(inner, 'name') !== 'flags') return false
  const [def] = file.variableOf(inner)?.defs ?? []
  return def === undefined || def.type === 'Parameter' || def.type === 'ImportBinding'
}

/** `const { checkout } = app.flags` */
function ofPattern(
  property: Node,
  file: Parsed,
  kindOf: KindOf,
  names: ReadonlyMap<string, string>,
): Mention | undefined {
  const declarator = property.parent?.type === 'ObjectPattern' ? property.parent.parent : null
  const key = names.get(nameOfProperty(property) ?? '')
  if (key === undefined || declarator?.type !== 'VariableDeclarator') return undefined
  const init = child(declarator, 'init')
  return init && kindOf(init) === undefined && looksLikeFlags(init, file)
    ? { key, node: property, reason: unknownClientReason }
    : undefined
}

/** Whether a name is bound by a declaration or is part of a type. */
function isBound(node: Node): boolean {
  if (node.type !== 'Identifier') return false
  const { parent } = node
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent['id'] === node
    case 'Property':
      return parent['key'] === node || parent.parent?.type === 'ObjectPattern'
    case 'AssignmentPattern':
      return parent['left'] === node
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return parent['body'] !== node
    default:
      return (
        parent === null ||
        (parent?.type.startsWith('TS') === true && wrapped(node) === node) ||
        parent?.type.startsWith('ExportSpecifier') === true
      )
  }
}

/** Whether this use of flags is understood: they are named, one is selected, or they are passed to the SDK. */
function isFollowed(node: Node, kind: Kind, kindOf: KindOf): boolean {
  const outer = transparent(node)
  const { parent } = outer
  const isMany = kind.is === 'calls' || kind.is === 'declarations'
  switch (parent?.type) {
    case 'MemberExpression':
      return parent['object'] === outer && isMany
    case 'VariableDeclarator': {
      const id = child(parent, 'id')
      if (parent['init'] !== outer || parent.parent?.['kind'] !== 'const') return false
      if (id?.type === 'Identifier') return true
      return isMany && id?.type === 'ObjectPattern' && list(id, 'properties').every((one) => one.type === 'Property')
    }
    case 'ExportDefaultDeclaration':
      return isMany
    case 'ExpressionStatement':
      return true
    case 'CallExpression':
      return isMany && isOfSdk(child(parent, 'callee'), kindOf)
    case 'SpreadElement':
    case 'Property': {
      const { parent: object } = parent
      const call = object?.parent
      if (object?.type !== 'ObjectExpression') return false
      if (kindOf(object)?.is === 'declarations') return true
      return isMany && call?.type === 'CallExpression' && isOfSdk(child(call, 'callee'), kindOf)
    }
    case 'JSXExpressionContainer': {
      const element = parent.parent?.parent
      const name = element ? child(element, 'name') : undefined
      return isMany && name !== undefined && kindOf(name)?.is === 'import'
    }
    default:
      return false
  }
}

/** The outermost node around assertions, parentheses, `await` and optional chains. */
const transparent = (node: Node): Node => {
  const outer = wrapped(node)
  const { parent } = outer
  return parent?.type === 'AwaitExpression' || parent?.type === 'ChainExpression' ? transparent(parent) : outer
}

const isOfSdk = (callee: Node | undefined, kindOf: KindOf): boolean => {
  const kind = callee && kindOf(callee)
  return kind?.is === 'import' || kind?.is === 'define' || (kind?.is === 'method' && kind.of.is !== 'call')
}

const unhandledReadReason = (node: Node): string => {
  const { parent } = node
  const isDetails = parent?.type === 'MemberExpression' && memberName(parent) === 'details'
  return isDetails ? 'its details are taken, not its value alone' : 'its call is passed on'
}
