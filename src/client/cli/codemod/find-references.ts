import { createKinds } from './kinds.ts'
import { type Node, walk } from './node.ts'
import { type Parse, type Parsed, parsed } from './parse.ts'
import { createExported, type Files } from './program.ts'
import { declarationsIn, mentionsOf, readOf } from './reads.ts'
import type { Paths } from './resolve-module.ts'
import { scriptOf } from './script-of.ts'

/** A place where a program names a flag; line and column from 1. Only a `read` is a claim. */
export type Reference = {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly kind: 'read' | 'declaration' | 'mention' | 'test'
  readonly flag: string
}

export type Search = {
  readonly keys: ReadonlySet<string>
  /** How a flag is written elsewhere, by how it is written there: `newCheckout` for `new-checkout`. */
  readonly aliases?: ReadonlyMap<string, string>
  readonly parse: Parse
  readonly paths?: Paths
}

export const isCode = (file: string): boolean =>
  /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs|vue|svelte)$/.test(file) && !file.endsWith('.d.ts')

const isTest = (file: string): boolean => /(^|\/)(tests?|__tests__|spec)\/|\.(test|spec|stories)\.[a-z]+$/.test(file)

/** Where a program reads, declares and names these flags: in TypeScript and JavaScript by syntax, elsewhere by word. */
export function findReferences(files: Files, { keys, aliases = new Map(), parse, paths = {} }: Search): Reference[] {
  const words = new Map<string, string>([...aliases, ...[...keys].map((key) => [key, key] as const)])
  if (words.size === 0) return []
  const pattern = new RegExp(
    `(?<![\\w.-])(?:${[...words.keys()]
      .toSorted((a, b) => b.length - a.length)
      .map(literal)
      .join('|')})(?![\\w-])`,
    'g',
  )
  const scripts = new Map(
    [...files].filter(([file]) => isCode(file)).map(([file, text]) => [file, scriptOf(file, text)]),
  )
  const exported = createExported(new Map([...scripts].map(([file, script]) => [file, script.code])), parse, paths)
  return [...files].flatMap(([file, text]) => {
    const script = scripts.get(file)
    const found =
      script === undefined
        ? byWord(text, pattern, words).map((one) => ({ ...one, kind: 'mention' as const }))
        : !/fanion|openfeature|flags/i.test(text) && text.search(pattern) === -1
          ? []
          : bySyntax(file, script, keys, parse, exported)
    return found.map(({ line, column, kind, flag }) => ({
      path: file,
      line,
      column,
      kind: isTest(file) && kind !== 'declaration' ? ('test' as const) : kind,
      flag,
    }))
  })
}

const literal = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const byWord = (text: string, pattern: RegExp, words: ReadonlyMap<string, string>) => {
  const place = places(text)
  return [...text.matchAll(pattern)].flatMap((match) => {
    const flag = words.get(match[0])
    return flag === undefined ? [] : [{ ...place(match.index), flag }]
  })
}

function bySyntax(
  file: string,
  script: ReturnType<typeof scriptOf>,
  keys: ReadonlySet<string>,
  parse: Parse,
  exported: ReturnType<typeof createExported>,
) {
  const name = script.lang(file)
  const one = parsed(name, script.code, parse)
  if ('error' in one) return []
  const kindOf = createKinds(one, (from, source, of) => exported(from === name ? file : from, source, of))
  const place = places(one.text)
  const at = (node: Node, kind: Reference['kind'], flag: string) => {
    const { line, column } = place(node.start)
    return { line: line + script.lines, column, kind, flag }
  }
  return [
    ...readsIn(one, kindOf).flatMap(({ node, key }) => (keys.has(key) ? [at(node, 'read', key)] : [])),
    ...[...keys].flatMap((key) =>
      (one.text.includes('defineFlags') ? declarationsIn(one.program, kindOf, key) : []).map((node) =>
        at(node, 'declaration', key),
      ),
    ),
    ...mentionsOf(one.program, kindOf, keys).flatMap(({ node, key }) =>
      key !== null && keys.has(key) ? [at(node, 'mention', key)] : [],
    ),
  ]
}

const readsIn = ({ program }: Parsed, kindOf: ReturnType<typeof createKinds>) => {
  const found: { node: Node; key: string }[] = []
  walk(program, (node) => {
    const read = readOf(node, kindOf)
    if (read) found.push(read)
  })
  return found
}

/** Lines and columns of places in a text, looked up by halves. */
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
