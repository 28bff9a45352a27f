/** A node of a syntax tree, as the parser gives it; `start` and `end` count UTF-16 units. */
export type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly parent: Node | null
  readonly [field: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

/** The node in a field, where there is one. */
export const child = (node: Node, field: string): Node | undefined => {
  const value = node[field]
  return isNode(value) ? value : undefined
}

/** The nodes in a field that holds a list; holes are left out. */
export const list = (node: Node, field: string): readonly Node[] => {
  const value: unknown = node[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** Text in a field, such as a name or an operator. */
export const word = (node: Node | undefined, field: string): string | undefined => {
  const value = node?.[field]
  return typeof value === 'string' ? value : undefined
}

// beside the fields of the tree, so that nobody who walks those comes upon it
const children = Symbol('children')

/** Every node directly below, in the order of the tree; looked up once, because every pass asks many times. */
export const below = (node: Node): readonly Node[] => {
  // a symbol of this file: nobody else writes to it
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

/** Calls `visit` for a node and all below it, parents first; `false` leaves out what is below. */
export const walk = (node: Node, visit: (node: Node) => unknown): void => {
  if (visit(node) === false) return
  for (const one of below(node)) walk(one, visit)
}

/** Gives every node its parent. */
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

/** Whether a node is only there for the compiler or the reader: parentheses, `as`, `satisfies`, `!`. */
export const isWrapper = (node: Node): boolean => wrappers.has(node.type)

/** What is inside of parentheses and assertions. */
export const unwrapped = (node: Node): Node => {
  const inner = isWrapper(node) ? child(node, 'expression') : undefined
  return inner === undefined ? node : unwrapped(inner)
}

/** The outermost node around an expression that is nothing but parentheses and assertions. */
export const wrapped = (node: Node): Node =>
  node.parent !== null && isWrapper(node.parent) && node.parent['expression'] === node ? wrapped(node.parent) : node

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
export const isFunction = (node: Node): boolean => functions.has(node.type)

/** Whether one node lies in another, or is it. */
export const isIn = (node: { start: number; end: number }, outer: { start: number; end: number }): boolean =>
  node.start >= outer.start && node.end <= outer.end

/** The statements that a node holds as a list, and undefined where it holds none. */
export const statementsOf = (node: Node): readonly Node[] | undefined => {
  if (node.type === 'SwitchCase') return list(node, 'consequent')
  const holds = ['Program', 'BlockStatement', 'StaticBlock', 'TSModuleBlock', 'FunctionBody'].includes(node.type)
  return holds ? list(node, 'body') : undefined
}

/** The list of statements that a statement stands in; undefined where it is the body of an `if`, a loop, a label. */
export const siblingsOf = (statement: Node): readonly Node[] | undefined => {
  const statements = statement.parent === null ? undefined : statementsOf(statement.parent)
  return statements?.includes(statement) ? statements : undefined
}
