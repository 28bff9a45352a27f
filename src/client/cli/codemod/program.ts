import { createKinds, type Exported, type Kind } from './kinds.ts'
import { child, list, type Node, word } from './node.ts'
import { type Parse, type Parsed, parsed } from './parse.ts'
import { namesIn } from './reads.ts'
import { type Paths, resolveModule } from './resolve-module.ts'
import type { Script } from './script-of.ts'

/** Source text by path from the program’s root, with `/` as the separator. */
export type Files = ReadonlyMap<string, string>

/** A parsed file with the classifier of its expressions. */
export type Module = { readonly file: Parsed; readonly kindOf: (node: Node) => Kind | undefined }

export type Program = {
  /** A parsed module; undefined if it is missing or has syntax errors. */
  readonly moduleOf: (path: string) => Module | undefined
  /** Resolves exports across files by following imports. */
  readonly exported: Exported
  /**
   * Names of a file’s exports that involve flags. A default export is listed as the name that importers usually give
   * it.
   */
  readonly wordsOf: (path: string) => readonly string[]
}

/** Syntax trees to keep in memory. Evicted files are parsed again when needed. */
const maxParsedFiles = 16

/** Creates a program that parses its modules on demand. */
export function createProgram(scripts: ReadonlyMap<string, Script>, parse: Parse, paths: Paths = {}): Program {
  const held = new Map<string, Module | undefined>()
  const known = new Map<string, Kind | undefined>()
  const open = new Set<string>()
  const moduleOf = (path: string): Module | undefined => {
    if (held.has(path)) return held.get(path)
    const script = scripts.get(path)
    const file = script && parsed(script.lang(path), script.code, parse)
    const from = script?.lang(path)
    const own: Exported = (asked, source, name) => exported(asked === from ? path : asked, source, name)
    const module = file && !('error' in file) ? { file, kindOf: createKinds(file, own) } : undefined
    const [oldest] = held.keys()
    if (held.size >= maxParsedFiles && oldest !== undefined) held.delete(oldest)
    held.set(path, module)
    return module
  }
  const exported: Exported = (from, source, name) => {
    const path = resolveModule(scripts, from, source, paths)
    return path === undefined ? undefined : ofPath(path, name)
  }
  const ofPath = (path: string, name: string): Kind | undefined => {
    const at = `${path}:${name}`
    if (known.has(at)) return known.get(at)
    if (open.has(at)) return undefined
    const isFirst = open.size === 0
    open.add(at)
    try {
      const module = moduleOf(path)
      const kind = module && exportOf(module, path, name)
      // Within an import cycle, only the outermost lookup is complete, so only that one caches a miss.
      if (isFirst || kind !== undefined) known.set(at, kind)
      return kind
    } finally {
      open.delete(at)
    }
  }
  const exportOf = ({ file, kindOf }: Module, path: string, name: string): Kind | undefined => {
    if (name === '*') return { is: 'module', path, member: (one) => ofPath(path, one) }
    for (const statement of list(file.program, 'body')) {
      const source = word(child(statement, 'source'), 'value')
      if (statement.type === 'ExportDefaultDeclaration' && name === 'default') {
        const declaration = child(statement, 'declaration')
        return declaration && kindOf(declaration)
      }
      if (statement.type === 'ExportAllDeclaration' && source !== undefined) {
        const as = child(statement, 'exported')
        const found = exported(path, source, as === undefined ? name : '*')
        if (found && (as === undefined ? name !== 'default' : nameOf(as) === name)) return found
      }
      if (statement.type !== 'ExportNamedDeclaration') continue
      const declaration = child(statement, 'declaration')
      for (const one of declaration ? list(declaration, 'declarations') : []) {
        const id = boundTo(child(one, 'id'), name)
        if (id) return kindOf(id)
      }
      for (const one of list(statement, 'specifiers')) {
        const [local, as] = [child(one, 'local'), child(one, 'exported')]
        if (nameOf(as) !== name || local === undefined) continue
        return source === undefined ? kindOf(local) : exported(path, source, nameOf(local) ?? '')
      }
    }
    return undefined
  }
  const wordsOf = (path: string): string[] => {
    const module = moduleOf(path)
    if (module === undefined) return []
    return exportNames(module.file.program)
      .filter((name) => ofPath(path, name) !== undefined)
      .map((name) => (name === 'default' ? nameOfFile(path) : name))
  }
  return { moduleOf, exported, wordsOf }
}

/** Flag keys by the name that the program calls them by, for the flags that it declares. */
export function namesOf(scripts: ReadonlyMap<string, Script>, program: Program): Map<string, string> {
  const found = new Map<string, string>()
  for (const [path, { code }] of scripts) {
    const module = code.includes('defineFlags') ? program.moduleOf(path) : undefined
    if (module) for (const [name, key] of namesIn(module.file.program, module.kindOf)) found.set(name, key)
  }
  return found
}

const nameOf = (node: Node | undefined): string | undefined => word(node, 'name') ?? word(node, 'value')

/** The name that importers use for a default export: the file name, or the folder name of an index file. */
const nameOfFile = (path: string): string => {
  const [folder = '', file = ''] = path.split('/').slice(-2)
  const name = (file === '' ? folder : file).replace(/\.\w+$/, '')
  return name === 'index' ? folder : name
}

/** The identifier that a declaration binds to a name, directly or in a plain pattern. */
function boundTo(id: Node | undefined, name: string): Node | undefined {
  if (id?.type === 'Identifier') return word(id, 'name') === name ? id : undefined
  if (id?.type !== 'ObjectPattern') return undefined
  for (const property of list(id, 'properties')) {
    const found = boundTo(child(property, 'value'), name)
    if (found) return found
  }
  return undefined
}

/** The export names of a module, without those of `export *`. */
const exportNames = (program: Node): string[] =>
  list(program, 'body').flatMap((statement) => {
    if (statement.type === 'ExportDefaultDeclaration') return ['default']
    const as = child(statement, 'exported')
    if (statement.type === 'ExportAllDeclaration') return as ? [nameOf(as) ?? ''] : []
    if (statement.type !== 'ExportNamedDeclaration') return []
    const declaration = child(statement, 'declaration')
    const bound = (id: Node | undefined): string[] => {
      if (id?.type === 'Identifier') return [nameOf(id) ?? '']
      return id?.type === 'ObjectPattern' ? list(id, 'properties').flatMap((one) => bound(child(one, 'value'))) : []
    }
    return [
      ...(declaration ? list(declaration, 'declarations').flatMap((one) => bound(child(one, 'id'))) : []),
      ...list(statement, 'specifiers').map((one) => nameOf(child(one, 'exported')) ?? ''),
    ]
  })
