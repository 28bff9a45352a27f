import { parseSync } from 'vite'

/** A node of a syntax tree with its position. Fields depend on the type. */
export type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** Parses a TypeScript file. */
export const parse = (file: string, code: string): Node => {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  // Safe cast: every node has a type and a position, and all other fields are checked before use.
  return program as unknown as Node
}

/** Whether a value is a node, optionally of one of these types. */
export const isNode = (value: unknown, ...types: readonly string[]): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  (types.length === 0 || types.includes(value.type))

/** Returns the nodes of a field that contains a list. */
export const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter((one) => isNode(one)) : [])

/** Returns the child nodes. */
export const below = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? nodesOf(value) : isNode(value) ? [value] : []))

/** Returns the value of a string literal. */
export const stringOf = (node: unknown): string | undefined =>
  isNode(node, 'Literal') && typeof node['value'] === 'string' ? node['value'] : undefined

/** Returns the text between the placeholders of a template, unescaped. */
export const quasisOf = (node: Node): string[] =>
  nodesOf(node['quasis']).map((quasi) => {
    const { value } = quasi
    return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
  })

/**
 * Returns the last name of an expression: `a` of `a`, `c` of `a.b.c`, `Group` of `Radio.Group`, the value of a string.
 */
export const lastName = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  const { name, property, expression } = node
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier':
    case 'PrivateIdentifier':
      return typeof name === 'string' ? name : undefined
    case 'JSXNamespacedName':
      return lastName(name)
    case 'MemberExpression':
      return node['computed'] === true ? undefined : lastName(property)
    case 'JSXMemberExpression':
      return lastName(property)
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return lastName(expression)
    default:
      return stringOf(node)
  }
}
