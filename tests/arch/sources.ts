import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** An import of a file: one of our files by its path from the project root, or a package by its name. */
export type Import = {
  readonly from: string
  readonly to: string
  readonly ours: boolean
  /** Imports only types. */
  readonly typeOnly: boolean
  /** A dynamic `import()`. */
  readonly onDemand: boolean
}

/** A node of a syntax tree. Its fields depend on its type. */
export type Node = { readonly type: string; readonly [field: string]: unknown }

/** A parsed source file. `file` is its path from the project root, with slashes. */
export type Source = { readonly file: string; readonly program: Node; readonly imports: readonly Import[] }

export const root = path.resolve(import.meta.dirname, '../..')

/** Example code of another application, which tests transform. Our rules do not apply. */
const foreign = /^tests\/removal\//

/** All of our files in a folder of the project, as sorted paths from its root. */
export const filesUnder = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !foreign.test(file))
    .sort()

/** Whether a file is only for tests: a test, or generators for one. */
export const isTest = (file: string): boolean =>
  /\.(test|db\.test|test-d)\.tsx?$/.test(file) || /(^|\/)arbitrar(y|ies)(-[a-z-]+)?\.ts$/.test(file)

/** The parsed TypeScript files in some folders that run in production. */
export const sourcesUnder = (...folders: string[]): Source[] =>
  folders
    .flatMap(filesUnder)
    .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$/.test(file) && !isTest(file))
    .map(read)

const read = (file: string): Source => {
  const { program, errors } = parseSync(file, readFileSync(path.join(root, file), 'utf8'))
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  // Safe cast: every node has a type; everything else is checked before it is used.
  const tree = program as unknown as Node
  return { file, program: tree, imports: importsOf(file, tree) }
}

/** Calls `visit` for every node of a tree, parents first. */
export const walk = (node: unknown, visit: (node: Node) => void): void => {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, visit)
    return
  }
  if (!isNode(node)) return
  visit(node)
  for (const inner of Object.values(node)) if (typeof inner === 'object') walk(inner, visit)
}

/** Whether a value is a node, optionally of one type. */
export const isNode = (value: unknown, type?: string): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  (type === undefined || value.type === type)

/** The name of an identifier or the value of a string literal. Undefined for other nodes. */
export const nameOf = (node: unknown): string | undefined => {
  if (isNode(node, 'Identifier') && typeof node['name'] === 'string') return node['name']
  if (isNode(node, 'Literal') && typeof node['value'] === 'string') return node['value']
  return undefined
}

/** The member name of `object.member` or `object['member']`. */
export const memberOf = (node: Node, object: string): string | undefined =>
  node.type === 'MemberExpression' && nameOf(node['object']) === object ? nameOf(node['property']) : undefined

function importsOf(file: string, program: Node): Import[] {
  const found: Import[] = []
  walk(program, (node) => {
    const specifier = nameOf(node['source'])
    if (specifier === undefined || !/^(Import|Export|TSImportType)/.test(node.type)) return
    const onDemand = node.type === 'ImportExpression'
    found.push({ from: file, ...resolve(file, specifier), typeOnly: isTypeOnly(node), onDemand })
  })
  return found
}

const isTypeOnly = (node: Node): boolean => {
  if (node.type === 'TSImportType' || node['importKind'] === 'type' || node['exportKind'] === 'type') return true
  const { specifiers } = node
  if (!Array.isArray(specifiers) || specifiers.length === 0) return false
  return specifiers.every((one) => isNode(one) && (one['importKind'] === 'type' || one['exportKind'] === 'type'))
}

function resolve(file: string, specifier: string): { to: string; ours: boolean } {
  if (!specifier.startsWith('.')) {
    const name = specifier.startsWith('@') ? specifier.split('/', 2).join('/') : (specifier.split('/')[0] ?? specifier)
    return { to: name, ours: false }
  }
  return { to: path.posix.join(path.posix.dirname(file), specifier), ours: true }
}
