import { createKinds, type Exported, type Kind } from './kinds.ts'
import { child, list, type Node, word } from './node.ts'
import { type Parse, type Parsed, parsed } from './parse.ts'
import { type Paths, resolveModule } from './resolve-module.ts'

/** The files of a program by their paths, with `/`, from its root. */
export type Files = ReadonlyMap<string, string>

/** What the modules of a program give each other: imports are followed from file to file. */
export function createExported(files: Files, parse: Parse, paths: Paths = {}): Exported {
  const known = new Map<string, { file: Parsed; kindOf: (node: Node) => Kind | undefined } | undefined>()
  const open = new Set<string>()
  const moduleOf = (path: string) => {
    if (!known.has(path)) {
      const text = files.get(path)
      const file = text === undefined ? undefined : parsed(path, text, parse)
      known.set(path, file && !('error' in file) ? { file, kindOf: createKinds(file, exported) } : undefined)
    }
    return known.get(path)
  }
  const exported: Exported = (from, source, name) => {
    const path = resolveModule(files, from, source, paths)
    const at = `${path}:${name}`
    const module = path === undefined ? undefined : moduleOf(path)
    if (module === undefined || path === undefined || open.has(at)) return undefined
    open.add(at)
    try {
      return exportOf(module.file, path, name, module.kindOf)
    } finally {
      open.delete(at)
    }
  }
  const exportOf = (
    file: Parsed,
    path: string,
    name: string,
    kindOf: (node: Node) => Kind | undefined,
  ): Kind | undefined => {
    for (const statement of list(file.program, 'body')) {
      const source = word(child(statement, 'source'), 'value')
      if (statement.type === 'ExportDefaultDeclaration' && name === 'default') {
        const declaration = child(statement, 'declaration')
        return declaration && kindOf(declaration)
      }
      if (
        statement.type === 'ExportAllDeclaration' &&
        source !== undefined &&
        child(statement, 'exported') === undefined
      ) {
        const found = exported(path, source, name)
        if (found) return found
      }
      if (statement.type !== 'ExportNamedDeclaration') continue
      const declaration = child(statement, 'declaration')
      for (const one of declaration ? list(declaration, 'declarations') : []) {
        const id = child(one, 'id')
        if (word(id, 'name') === name && id) return kindOf(id)
      }
      for (const one of list(statement, 'specifiers')) {
        const [local, as] = [child(one, 'local'), child(one, 'exported')]
        if ((word(as, 'name') ?? word(as, 'value')) !== name || local === undefined) continue
        const of = word(local, 'name') ?? word(local, 'value') ?? ''
        return source === undefined ? kindOf(local) : exported(path, source, of)
      }
    }
    return undefined
  }
  return exported
}
