import type { Edit } from './edits.ts'
import type { Exported, Kind } from './kinds.ts'
import { child, list, type Node, word } from './node.ts'
import type { Parsed } from './parse.ts'
import { boundNames, withComments } from './statements.ts'
import { without } from './unused.ts'
import { removedMarker } from './value.ts'

export type ReExportInput = {
  readonly file: Parsed
  readonly kindOf: (node: Node) => Kind | undefined
  readonly exported: Exported
  readonly key: string
}

/** Removes re-exports of a flag together with its declaration, if nothing in the file uses the exported name. */
export function dropReExports({ file, kindOf, exported, key }: ReExportInput): Edit[] {
  const isOurs = (kind: Kind | undefined) => (kind?.is === 'flag' || kind?.is === 'call') && kind.key === key
  return list(file.program, 'body').flatMap((statement): Edit[] => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    const source = word(child(statement, 'source'), 'value')
    const declaration = child(statement, 'declaration')
    const specifiers = list(statement, 'specifiers')
    const handed = specifiers.filter((one) => {
      const local = child(one, 'local')
      const name = word(local, 'name') ?? word(local, 'value') ?? ''
      return isOurs(source === undefined ? local && kindOf(local) : exported(file.file, source, name))
    })
    if (handed.length > 0) return drop(statement, handed, specifiers, file)
    const declarators = declaration ? list(declaration, 'declarations') : []
    return declarators.flatMap((one): Edit[] => {
      const id = child(one, 'id')
      const names = boundNames([id ?? one]).filter((name) => isOurs(kindOf(name)) && isUnused(name, file))
      const properties = id?.type === 'ObjectPattern' ? list(id, 'properties') : []
      const held = properties.filter((property) => names.some((name) => name.parent === property))
      if (names.length === 0 || id === undefined) return []
      return held.length > 0 && held.length < properties.length
        ? drop(statement, held, properties, file)
        : drop(statement, [one], declarators, file)
    })
  })
}

const isUnused = (name: Node, file: Parsed): boolean =>
  file.variableOf(name)?.references.every((use) => use.init === true) ?? false

/**
 * Removes list elements, one per pass so that the commas stay valid. Removes the whole statement with its last element.
 */
const drop = (statement: Node, some: readonly Node[], all: readonly Node[], file: Parsed): Edit[] => {
  const [first] = some
  if (first === undefined) return []
  return some.length === all.length
    ? [{ ...withComments(file, statement), parts: [removedMarker] }]
    : [without(first, all, file.text)]
}
