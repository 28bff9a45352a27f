import { filesWithFlags, wordsPattern } from './files-with-flags.ts'
import { mentionsOf } from './mentions.ts'
import { type Node, walk } from './node.ts'
import type { Parse } from './parse.ts'
import { createProgram, type Files, type Module, namesOf } from './program.ts'
import { declarationsAt, readOf } from './reads.ts'
import type { Paths } from './resolve-module.ts'
import { type Script, scriptOf } from './script-of.ts'

/**
 * A place where a program names a flag; line and column count from 1. Only a `read` is certain to be about the flag.
 */
export type Reference = {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly kind: 'read' | 'declaration' | 'mention' | 'test'
  readonly flag: string
}

export type Search = {
  readonly keys: ReadonlySet<string>
  /** Flag keys by the name that other code uses for them, such as `newCheckout` for `new-checkout`. */
  readonly aliases?: ReadonlyMap<string, string>
  readonly parse: Parse
  readonly paths?: Paths
}

export const isCode = (file: string): boolean =>
  /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|vue|svelte)$/.test(file) && !file.endsWith('.d.ts')

const isTest = (file: string): boolean => /(^|\/)(tests?|__tests__|spec)\/|\.(test|spec|stories)\.[a-z]+$/.test(file)

/**
 * Finds where a program reads, declares and mentions these flags: in TypeScript and JavaScript by syntax, in other
 * files by word.
 */
export function findReferences(files: Files, { keys, aliases = new Map(), parse, paths = {} }: Search): Reference[] {
  const words = new Map<string, string>([...aliases, ...[...keys].map((key) => [key, key] as const)])
  if (words.size === 0) return []
  const pattern = wordsPattern(words.keys())
  const scripts = new Map(
    [...files].filter(([file]) => isCode(file)).map(([file, text]) => [file, scriptOf(file, text)]),
  )
  const program = createProgram(scripts, parse, paths)
  const placed = (path: string, found: readonly Found[]): Reference[] =>
    found.map(({ line, column, kind, flag }) => ({
      path,
      line,
      column,
      kind: isTest(path) && kind !== 'declaration' ? 'test' : kind,
      flag,
    }))
  const elsewhere = [...files]
    .filter(([file]) => !scripts.has(file))
    .flatMap(([file, text]) => placed(file, byWord(text, pattern, words)))
  const inCode: Reference[] = []
  const names = new Map([...[...keys].map((key) => [key, key] as const), ...namesOf(scripts, program)])
  for (const path of filesWithFlags(scripts, program, (code) => code.search(pattern) !== -1)) {
    const [script, module] = [scripts.get(path), program.moduleOf(path)]
    if (script === undefined) continue
    inCode.push(...placed(path, module ? bySyntax(script, module, keys, names) : byWord(script.code, pattern, words)))
  }
  return [...inCode, ...elsewhere].toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

type Found = Pick<Reference, 'line' | 'column' | 'kind' | 'flag'>

const byWord = (text: string, pattern: RegExp, words: ReadonlyMap<string, string>): Found[] => {
  const place = places(text)
  return [...text.matchAll(pattern)].flatMap((match) => {
    const flag = words.get(match[0])
    return flag === undefined ? [] : [{ ...place(match.index), kind: 'mention', flag }]
  })
}

function bySyntax(
  { lines }: Script,
  { file, kindOf }: Module,
  keys: ReadonlySet<string>,
  names: ReadonlyMap<string, string>,
): Found[] {
  const place = places(file.text)
  const at = (node: Node, kind: Reference['kind'], flag: string): Found => {
    const { line, column } = place(node.start)
    return { line: line + lines, column, kind, flag }
  }
  const found: Found[] = []
  walk(file.program, (node) => {
    const read = readOf(node, kindOf)
    if (read && keys.has(read.key)) found.push(at(node, 'read', read.key))
    for (const [key, property] of declarationsAt(node, kindOf))
      if (keys.has(key)) found.push(at(property, 'declaration', key))
  })
  for (const { node, key } of mentionsOf(file, kindOf, { keys, names }))
    if (key !== null && keys.has(key)) found.push(at(node, 'mention', key))
  return found
}

/** Converts offsets to lines and columns. Uses binary search over the line starts. */
function places(text: string): (place: number) => { line: number; column: number } {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (place) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= place) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: place - (starts[low] ?? 0) + 1 }
  }
}
