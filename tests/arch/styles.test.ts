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

/** A component's use of a stylesheet class. `name` is undefined if it is not a literal. */
type Use = { readonly file: string; readonly sheet: string; readonly name: string | undefined }

/** The possible string values of an expression. Includes undefined if there may be others. */
const textsOf = (node: unknown): (string | undefined)[] => {
  if (isNode(node, 'ConditionalExpression')) return [...textsOf(node['consequent']), ...textsOf(node['alternate'])]
  if (isNode(node, 'LogicalExpression')) return [...textsOf(node['left']), ...textsOf(node['right'])]
  return [isNode(node, 'Literal') ? nameOf(node) : undefined]
}

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
    if (sheet === undefined) return
    const names = node['computed'] === true ? textsOf(node['property']) : [nameOf(node['property'])]
    found.push(...names.map((name) => ({ file, sheet, name })))
  })
  return found
})

describe('a class', () => {
  it('that a component asks for is defined in its stylesheet, and named where it is asked for', () => {
    const missing = uses.filter(({ sheet, name }) => name === undefined || !defined.get(sheet)?.has(name))
    expect(missing.map(({ file, sheet, name }) => `${file} asks ${path.posix.basename(sheet)} for .${name}`)).toEqual(
      [],
    )
  })

  it('that a stylesheet defines is asked for by somebody', () => {
    const asked = new Set(uses.map(({ sheet, name }) => `${sheet} .${name}`))
    const idle = [...defined].flatMap(([sheet, names]) =>
      [...names].map((name) => `${sheet} .${name}`).filter((one) => !asked.has(one)),
    )
    expect(idle).toEqual([])
  })
})

describe('a bar that stays at the foot', () => {
  it('lies above the controls that pass under it', () => {
    const bare = [...defined.keys()].flatMap((sheet) =>
      [...readFileSync(path.join(root, sheet), 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)]
        .filter(([, , rules = '']) => rules.includes('position: sticky') && /\bbottom:/.test(rules))
        .filter(([, , rules = '']) => !/z-index: [2-9]/.test(rules))
        .map(([, selector = '']) => `${sheet} ${selector.trim()}`),
    )
    expect(bare).toEqual([])
  })
})
