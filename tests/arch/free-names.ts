import { isNode, type Node, nameOf } from './sources.ts'

/**
 * Returns the names that a program uses without declaring them: globals of the language or its environment. Types don't
 * count. A name declared in one function and free in another counts as declared.
 */
export function freeNames(program: Node): Set<string> {
  const declared = new Set<string>()
  const used = new Set<string>()
  visit(program, undefined, declared, used)
  return new Set([...used].filter((name) => !declared.has(name)))
}

// These wrap an expression in a type. All other TypeScript nodes are types.
const wraps = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSInstantiationExpression'])
const typed = new Set([
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeArguments',
  'implements',
])
// Fields that contain a name without using it.
const naming: Readonly<Record<string, readonly string[]>> = {
  MemberExpression: ['property'],
  Property: ['key'],
  PropertyDefinition: ['key'],
  MethodDefinition: ['key'],
  ImportSpecifier: ['imported'],
  ExportSpecifier: ['exported', 'local'],
  ExportAllDeclaration: ['exported'],
  LabeledStatement: ['label'],
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
  MetaProperty: ['meta', 'property'],
}
const declaring: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  ClassExpression: ['id'],
  CatchClause: ['param'],
  ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
}

function visit(node: unknown, into: Set<string> | undefined, declared: Set<string>, used: Set<string>): void {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, into, declared, used)
    return
  }
  if (!isNode(node) || (node.type.startsWith('TS') && !wraps.has(node.type))) return
  if (node.type === 'Identifier') {
    const name = nameOf(node)
    if (name !== undefined) (into ?? used).add(name)
    return
  }
  // The default value in a pattern is a use, not a declaration.
  if (node.type === 'AssignmentPattern') {
    visit(node['left'], into, declared, used)
    visit(node['right'], undefined, declared, used)
    return
  }
  const names = node['computed'] === true ? [] : (naming[node.type] ?? [])
  for (const [field, inner] of Object.entries(node)) {
    if (names.includes(field) || typed.has(field)) continue
    const pattern = /Pattern$|^Property$|^RestElement$/.test(node.type) && field !== 'key' ? into : undefined
    visit(inner, declaring[node.type]?.includes(field) ? declared : pattern, declared, used)
  }
}
