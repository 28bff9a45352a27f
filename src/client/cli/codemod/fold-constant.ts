import { type Edit, overlaps } from './edits.ts'
import { child, isWrapper, list, type Node, siblingsOf, unwrapped, word } from './node.ts'
import { asNode, type Parsed } from './parse.ts'
import { runsAfter } from './runs-after.ts'
import type { Values } from './value.ts'

/** If a constant is initialized with the flag’s value, replaces its references with that value. */
export function foldConstant(
  declarator: Node,
  file: Parsed,
  values: Values,
  edits: readonly Edit[],
  open: ReadonlySet<string>,
): Edit[] {
  const id = child(declarator, 'id')
  const init = child(declarator, 'init')
  const declaration = declarator.parent
  if (declarator.type !== 'VariableDeclarator' || id?.type !== 'Identifier' || init?.type !== 'Identifier') return []
  const value = values.byName.get(word(init, 'name') ?? '')
  const isConstant = declaration?.['kind'] === 'const' && siblingsOf(declaration) !== undefined
  if (value === undefined || !isConstant || (typeof value === 'object' && value !== null)) return []
  if (open.has(word(id, 'name') ?? '')) return []
  const variable = file.variableOf(id)
  const names = variable?.references.filter((one) => one.init !== true) ?? []
  const isTold = names.every(
    (one) =>
      one.isRead() &&
      !one.isWrite() &&
      one.isValueReference &&
      !inType(asNode(one.identifier)) &&
      runsAfter(asNode(one.identifier), declarator, file),
  )
  if (!isTold || names.length === 0) return []
  const found = names.map(({ identifier }): Edit => {
    const { start, end, parent } = asNode(identifier)
    const isShort = parent?.type === 'Property' && parent['shorthand'] === true && parent['value'] === identifier
    const name = word(init, 'name') ?? ''
    return { start, end, parts: [isShort ? `${word(id, 'name')}: ${name}` : name] }
  })
  return found.some((one) => overlaps(edits, one)) ? [] : found
}

const inType = (name: Node): boolean => {
  const { parent } = name
  return (
    parent === null ||
    parent.type === 'ExportSpecifier' ||
    parent.type === 'JSXOpeningElement' ||
    parent.type.startsWith('TSTypeQuery') ||
    (parent.type.startsWith('TS') && !isWrapper(parent))
  )
}

const withList = new Set([
  'useEffect',
  'useLayoutEffect',
  'useMemo',
  'useCallback',
  'useInsertionEffect',
  'useImperativeHandle',
])

/** Removes flag values from the dependency lists of hooks, because they never change. */
export function foldDependencies(node: Node, values: Values): Edit[] {
  const callee = child(node, 'callee')
  const name = callee && (word(callee, 'name') ?? word(child(callee, 'property'), 'name'))
  const last = list(node, 'arguments').at(-1)
  if (name === undefined || !withList.has(name) || last?.type !== 'ArrayExpression') return []
  const elements = list(last, 'elements')
  const stays = elements.filter((one) => !values.byName.has(word(unwrapped(one), 'name') ?? ''))
  if (stays.length === elements.length) return []
  const parts = stays.flatMap((one, at) => [...(at > 0 ? [', '] : []), [one.start, one.end] as const])
  return [{ start: last.start, end: last.end, parts: ['[', ...parts, ']'] }]
}
