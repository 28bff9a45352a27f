import type { Attribute } from '../features/attributes/schemas/attribute.ts'
import { propertyName } from './value-type.ts'

/** The parts of a declared attribute that determine its type. */
export type Declared = Pick<Attribute, 'name' | 'type' | 'required' | 'knownValues'>

/** The TypeScript type of each attribute type, as the engine accepts it. */
const types: Record<Attribute['type'], string> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  // Epoch milliseconds, RFC 3339, or a Date.
  datetime: 'number | string | Date',
  version: 'string',
  'string list': 'readonly string[]',
}

/**
 * The fields of a context type, one per line, indented by two spaces. Required attributes are required fields. A dotted
 * name becomes a nested object. Editors suggest known values, but other values are accepted.
 */
export function contextFields(attributes: readonly Declared[]): string[] {
  return ['  targetingKey?: string', ...fieldsOf(treeOf(attributes)).map((field) => `  ${field}`)]
}

type Node = { leaf?: Declared; readonly inner: Tree }
type Tree = Map<string, Node>

function treeOf(attributes: readonly Declared[]): Tree {
  const tree: Tree = new Map()
  for (const attribute of attributes.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    let inner = tree
    const names = attribute.name.split(/(?<!\\)\./).map((name) => name.replaceAll('\\.', '.'))
    for (const [at, name] of names.entries()) {
      const node: Node = inner.get(name) ?? { inner: new Map() }
      inner.set(name, node)
      if (at === names.length - 1) node.leaf = attribute
      inner = node.inner
    }
  }
  return tree
}

const fieldsOf = (tree: Tree): string[] =>
  [...tree].map(([name, node]) => {
    const object = node.inner.size > 0 ? [`{ ${fieldsOf(node.inner).join('; ')} }`] : []
    const leaf = node.leaf ? [leafType(node.leaf)] : []
    return `${propertyName(name)}${isRequired(node) ? '' : '?'}: ${[...leaf, ...object].join(' | ')}`
  })

/** An object is required if any field in it is. */
const isRequired = ({ leaf, inner }: Node): boolean => leaf?.required === true || [...inner.values()].some(isRequired)

function leafType({ type, knownValues }: Declared): string {
  const known = [...new Set(knownValues)].map((value) => JSON.stringify(value)).join(' | ')
  if (known === '' || type === 'datetime' || type === 'boolean') return types[type]
  // The intersection with `{}` keeps TypeScript from merging the known values into `string`, so that editors suggest
  // them.
  const open = type === 'number' ? `${known} | (number & {})` : `${known} | (string & {})`
  return type === 'string list' ? `readonly (${open})[]` : open
}
