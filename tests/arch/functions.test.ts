import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { longFunctions, wideFunctions } from './long-functions.ts'
import { isNode, type Node, root, sourcesUnder, walk } from './sources.ts'

const maxLines = 80
const maxParameters = 5

type FoundFunction = { readonly name: string; readonly lines: number; readonly parameters: number }

const isFunction = (value: unknown): value is Node =>
  isNode(value) && /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(value.type)

/** The name of a declared function: `const f = () => …`, `function f`, `{ f: () => … }` or a method. */
function nameOf(node: Node): string | undefined {
  if (node.type === 'FunctionDeclaration') return identifier(node['id'])
  if (node.type === 'VariableDeclarator' && isFunction(node['init'])) return identifier(node['id'])
  const isMember = node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition'
  return isMember && isFunction(node['value']) ? identifier(node['key']) : undefined
}

const identifier = (node: unknown): string | undefined =>
  isNode(node, 'Identifier') || isNode(node, 'PrivateIdentifier') ? String(node['name']) : undefined

const functionOf = (node: Node): unknown =>
  node.type === 'FunctionDeclaration' ? node : node.type === 'VariableDeclarator' ? node['init'] : node['value']

/** Lines of code from `start` to `end`: neither blank nor only a comment. */
const codeLines = (text: string, start: number, end: number): number =>
  text
    .slice(start, end)
    .split('\n')
    .filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length

/** Every named function, as `file name`. The path is left out, so that a file can move. */
const functions: readonly FoundFunction[] = sourcesUnder('src', 'scripts', 'migrations').flatMap(
  ({ file, program }) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const found: FoundFunction[] = []
    walk(program, (node) => {
      const name = nameOf(node)
      const one = name === undefined ? undefined : functionOf(node)
      if (!isFunction(one)) return
      const parameters = Array.isArray(one['params']) ? one['params'].length : 0
      const lines = codeLines(text, Number(one['start']), Number(one['end']))
      found.push({ name: `${path.basename(file)} ${String(name)}`, lines, parameters })
    })
    return found
  },
)

it(`have at most ${maxLines} lines, except those of a list that shrinks`, () => {
  const long = functions.filter(({ lines }) => lines > maxLines)
  const grown = long.filter(({ name, lines }) => lines > (longFunctions[name] ?? maxLines))
  // split it into named steps; a longer function needs no longer entry
  expect(grown).toEqual([])
  // take it off the list once it is short
  const names = new Set(long.map(({ name }) => name))
  expect(Object.keys(longFunctions).filter((name) => !names.has(name))).toEqual([])
})

it(`have at most ${maxParameters} parameters, except those of a list that shrinks`, () => {
  const wide = functions.filter(({ parameters }) => parameters > maxParameters).map(({ name }) => name)
  expect(wide.filter((name) => !wideFunctions.includes(name))).toEqual([])
  expect(wideFunctions.filter((name) => !wide.includes(name))).toEqual([])
})
