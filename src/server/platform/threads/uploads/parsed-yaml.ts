import { isMap, isScalar, Lexer, LineCounter, parseAllDocuments, visit } from 'yaml'
import { limits } from '../../../../shared/limits.ts'
import { Unreadable } from '../../../../shared/vendors/importing/assembly.ts'

/** Aliases can make a small YAML file expand to a large value, so their number is limited. */
const mostAliases = 100

/**
 * Parses the documents of a YAML file; a single one is not wrapped in a list. Throws `Unreadable`, with line and
 * column, if it is invalid.
 */
export const parsedYaml = (name: string, text: string): unknown => {
  refuseNested(name, text)
  const lineCounter = new LineCounter()
  let wrong: number | undefined
  try {
    // The parser's own check for duplicate keys has quadratic runtime.
    const documents = parseAllDocuments(text, {
      logLevel: 'silent',
      uniqueKeys: false,
      prettyErrors: false,
      lineCounter,
    })
    const [first] = documents
    if (first === undefined || !('toJS' in first)) throw new Error('no document')
    for (const document of documents) {
      if ('errors' in document) wrong ??= document.errors[0]?.pos[0] ?? duplicateKey(document)
    }
    if (wrong !== undefined) throw new Error('an error in the document')
    return documents.length === 1
      ? (first.toJS({ maxAliasCount: mostAliases }) as unknown)
      : documents.map((one) => ('toJS' in one ? (one.toJS({ maxAliasCount: mostAliases }) as unknown) : null))
  } catch (cause) {
    const { line, col } = wrong === undefined ? { line: 0, col: 0 } : lineCounter.linePos(wrong)
    const where = line === 0 ? '' : ` Read as YAML, it is wrong in line ${line}, column ${col}.`
    throw new Unreadable(`${name} is neither JSON nor YAML nor TOML: it cannot be parsed.${where}`, { cause })
  }
}

/** Throws `Unreadable` for a text that the parser would need minutes for. */
export const refuseNested = (name: string, text: string): void => {
  if (isNestedTooDeep(text)) throw new Unreadable(`${name} is nested more than ${limits.bundleDepth} levels deep.`)
}

/**
 * Whether brackets, or the indicators of one line, nest deeper than a bundle may. The parser needs minutes for a
 * megabyte of `[`.
 */
const isNestedTooDeep = (text: string): boolean => {
  let brackets = 0
  let marks = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') brackets += 1
    else if (token === ']' || token === '}') brackets -= 1
    else if (token === '-' || token === '?' || token === ':') marks += 1
    else if (token.startsWith('\n') || token.startsWith('\r')) marks = 0
    if (brackets > limits.bundleDepth || (brackets === 0 && marks > limits.bundleDepth)) return true
  }
  return false
}

/** Returns the offset of the first duplicate key in a document. */
const duplicateKey = (document: Parameters<typeof visit>[0]): number | undefined => {
  let found: number | undefined
  visit(document, {
    Map: (_, map) => {
      const known = new Set<unknown>()
      for (const { key } of isMap(map) ? map.items : []) {
        if (!isScalar(key)) continue
        if (known.has(key.value) && key.value !== '<<') found ??= key.range?.[0] ?? 0
        known.add(key.value)
      }
      return found === undefined ? undefined : visit.BREAK
    },
  })
  return found
}
