import { parseSync } from 'vite'

/** A node of a syntax tree with its place in the text: its fields are its kind's own. */
export type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** The syntax tree of a TypeScript file. */
export const parse = (file: string, code: string): Node => {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  // every node of the tree has a type and a place; nothing else of it is relied on unchecked
  return program as unknown as Node
}

/** Whether a value is a node, of one of these kinds when some are given. */
export const isNode = (value: unknown, ...types: readonly string[]): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  (types.length === 0 || types.includes(value.type))

/** A field that holds a list of nodes. */
export const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter((one) => isNode(one)) : [])

/** Every node right below another. */
export const below = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? nodesOf(value) : isNode(value) ? [value] : []))

/** The text of a string. */
export const stringOf = (node: unknown): string | undefined =>
  isNode(node, 'Literal') && typeof node['value'] === 'string' ? node['value'] : undefined

/** What stands between the holes of a template, unescaped. */
export const quasisOf = (node: Node): string[] =>
  nodesOf(node['quasis']).map((quasi) => {
    const { value } = quasi
    return typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''
  })

/** The last name of what stands there: `a` of `a`, `c` of `a.b.c`, `Group` of `Radio.Group`, the text of a string. */
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
