import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesUnder, isNode, nameOf, root, sourcesUnder, walk } from './sources.ts'

/** The classes that a stylesheet defines. */
const classesOf = (file: string): Set<string> => {
  const css = readFileSync(path.join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return new Set([...css.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name ?? ''))
}

const defined = new Map(
  filesUnder('src/client/app')
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => [file, classesOf(file)]),
)

/** What a component takes from a stylesheet: a class by its name, or undefined where the name is computed. */
type Use = { readonly file: string; readonly sheet: string; readonly name: string | undefined }

const uses = sourcesUnder('src/client/app').flatMap(({ file, program }): Use[] => {
  const sheets = new Map<string, string>()
  const found: Use[] = []
  walk(program, (node) => {
    const source = node.type === 'ImportDeclaration' ? nameOf(node['source']) : undefined
    const [specifier] = Array.isArray(node['specifiers']) ? node['specifiers'] : []
    const local = isNode(specifier) ? nameOf(specifier['local']) : undefined
    if (source?.endsWith('.module.css') && local !== undefined) {
      sheets.set(local, path.posix.join(path.posix.dirname(file), source))
    }
    const sheet = node.type === 'MemberExpression' ? sheets.get(nameOf(node['object']) ?? '') : undefined
    const computed = node['computed'] === true && !isNode(node['property'], 'Literal')
    if (sheet !== undefined) found.push({ file, sheet, name: computed ? undefined : nameOf(node['property']) })
  })
  return found
})

describe('a class', () => {
  it('that a component asks for is defined in its stylesheet', () => {
    const missing = uses.filter(({ sheet, name }) => name !== undefined && !defined.get(sheet)?.has(name))
    expect(missing.map(({ file, sheet, name }) => `${file} asks ${path.posix.basename(sheet)} for .${name}`)).toEqual(
      [],
    )
  })

  it('that a stylesheet defines is asked for by somebody', () => {
    const asked = new Set(uses.map(({ sheet, name }) => `${sheet} .${name}`))
    const anyOf = new Set(uses.filter(({ name }) => name === undefined).map(({ sheet }) => sheet))
    const idle = [...defined].flatMap(([sheet, names]) =>
      anyOf.has(sheet) ? [] : [...names].map((name) => `${sheet} .${name}`).filter((one) => !asked.has(one)),
    )
    expect(idle).toEqual([])
  })
})
