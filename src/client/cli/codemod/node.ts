/** A syntax tree node from the parser. `start` and `end` are UTF-16 offsets. */
export type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly parent: Node | null
  readonly [field: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

export const child = (node: Node, field: string): Node | undefined => {
  const value = node[field]
  return isNode(value) ? value : undefined
}

/** The nodes in a list field, without holes. */
export const list = (node: Node, field: string): readonly Node[] => {
  const value: unknown = node[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** A string field, such as a name or an operator. */
export const word = (node: Node | undefined, field: string): string | undefined => {
  const value = node?.[field]
  return typeof value === 'string' ? value : undefined
}

// A symbol, so that code that walks the fields of the tree skips it.
const children = Symbol('children')

/** All direct children in source order. Cached, because every pass walks the tree many times. */
export const below = (node: Node): readonly Node[] => {
  // Safe cast: the symbol is private to this file.
  const before = (node as { [children]?: readonly Node[] })[children]
  return before ?? lookBelow(node)
}

const lookBelow = (node: Node): readonly Node[] => {
  const found: Node[] = []
  for (const field in node) {
    const value = node[field]
    if (typeof value !== 'object' || value === null || field === 'parent' || field === 'range') continue
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) found.push(one)
    } else if (isNode(value)) found.push(value)
  }
  ;(node as { [children]?: readonly Node[] })[children] = found
  return found
}

/** Calls `visit` for a node and its descendants, parents first. Skips the descendants if `visit` returns `false`. */
export const walk = (node: Node, visit: (node: Node) => unknown): void => {
  if (visit(node) === false) return
  for (const one of below(node)) walk(one, visit)
}

/** Sets the `parent` of every node. */
export const link = (node: { parent: Node | null } & Node, parent: Node | null = null): void => {
  node.parent = parent
  for (const one of below(node)) link(one, node)
}

const wrappers = new Set([
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
])

/** Whether a node has no effect at run time: parentheses, `as`, `satisfies`, `!`. */
export const isWrapper = (node: Node): boolean => wrappers.has(node.type)

/** The expression inside parentheses and assertions. */
export const unwrapped = (node: Node): Node => {
  const inner = isWrapper(node) ? child(node, 'expression') : undefined
  return inner === undefined ? node : unwrapped(inner)
}

/** The outermost node of parentheses and assertions around an expression. */
export const wrapped = (node: Node): Node =>
  node.parent !== null && isWrapper(node.parent) && node.parent['expression'] === node ? wrapped(node.parent) : node

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
export const isFunction = (node: Node): boolean => functions.has(node.type)

/** Whether one node equals or lies inside another. */
export const isIn = (node: { start: number; end: number }, outer: { start: number; end: number }): boolean =>
  node.start >= outer.start && node.end <= outer.end

/** The statement list of a node, or undefined if it has none. */
export const statementsOf = (node: Node): readonly Node[] | undefined => {
  if (node.type === 'SwitchCase') return list(node, 'consequent')
  const holds = ['Program', 'BlockStatement', 'StaticBlock', 'TSModuleBlock', 'FunctionBody'].includes(node.type)
  return holds ? list(node, 'body') : undefined
}

/** The list that contains a statement. Undefined if the statement is the body of an `if`, a loop or a label. */
export const siblingsOf = (statement: Node): readonly Node[] | undefined => {
  const statements = statement.parent === null ? undefined : statementsOf(statement.parent)
  return statements?.includes(statement) ? statements : undefined
}
