import type { Json } from '../schemas/keys.ts'

export type DeclaredFlag = {
  readonly name: string
  readonly key: string
  readonly type: string
  readonly variants: readonly Json[] | null
  readonly default: Json
  /** The TypeScript type of an object flag, without whitespace. Null if it has no type here. */
  readonly shape: string | null
}

/** A field of the declared context, its type without whitespace. */
export type DeclaredField = { readonly type: string; readonly required: boolean }

/** The content of a declarations file. `context` is null if it declares none. */
export type ReadModule = {
  readonly flags: readonly DeclaredFlag[]
  readonly context: ReadonlyMap<string, DeclaredField> | null
  /** Line numbers, starting at 1: flags by key, fields as `context.name`. */
  readonly lines: ReadonlyMap<string, number>
}

/**
 * Parses a declarations file written by `fanion pull`, even if it was reformatted: quotes, commas, semicolons, line
 * breaks and comments are ignored. Throws an `Error` with the line number if it cannot be parsed.
 */
export function readModule(source: string): ReadModule {
  const tokens = tokensOf(source)
  let at = 0
  const peek = () => tokens[at]
  const fail = (wanted: string): never => {
    throw new Error(`line ${peek()?.line ?? source.split('\n').length}: ${wanted} was expected`)
  }
  const is = (text: string): boolean => peek()?.text === text && peek()?.quoted === false
  const may = (text: string): boolean => is(text) && (at += 1) > 0
  const take = (text: string) => may(text) || fail(text)

  /** Joins everything up to the bracket that closes the one just consumed. */
  const until = (close: string): string => {
    let depth = 0
    const from = at
    for (; at < tokens.length; at += 1) {
      const { text = '', quoted = false } = peek() ?? {}
      if (quoted) continue
      if (depth === 0 && text === close) return typeText(tokens.slice(from, at++))
      if ('<{[('.includes(text)) depth += 1
      else if ('>}])'.includes(text)) depth -= 1
    }
    return fail(close)
  }

  const nameOf = (): string => {
    const token = peek()
    if (!token || !(token.quoted || /^[\w$]+$/.test(token.text))) return fail('a name')
    at += 1
    return token.text
  }

  const value = (): Json => {
    const token = peek() ?? fail('a value')
    at += 1
    if (token.quoted) return token.text
    if (token.text === '{') return Object.fromEntries(list('}', () => [nameOf(), (take(':'), value())] as const))
    if (token.text === '[') return list(']', value)
    if (token.text === '-') return -Number(value())
    if (token.text === 'true' || token.text === 'false') return token.text === 'true'
    if (token.text === 'null') return null
    const number = Number(token.text.replaceAll('_', ''))
    at -= Number.isNaN(number) ? 1 : 0
    return Number.isNaN(number) ? fail('a value') : number
  }

  const list = <T>(close: string, item: () => T): T[] => {
    const items: T[] = []
    while (!may(close)) {
      items.push(item())
      if (!may(',') && !is(close)) fail(`, or ${close}`)
    }
    return items
  }

  const isRecord = (json: Json | undefined): json is { [key: string]: Json } =>
    typeof json === 'object' && json !== null && !Array.isArray(json)

  const lines = new Map<string, number>()
  const flag = (): DeclaredFlag => {
    const line = peek()?.line ?? 1
    const declared = declaration()
    lines.set(declared.key, line)
    return declared
  }

  const declaration = (): DeclaredFlag => {
    const name = nameOf()
    take(':')
    if (may('objectFlag')) {
      const shape = may('<') ? until('>') : null
      take('(')
      const [otherwise = null, more] = list(')', value)
      const key = isRecord(more) ? more['key'] : undefined
      return {
        name,
        key: typeof key === 'string' ? key : name,
        type: 'object',
        variants: null,
        default: otherwise,
        shape,
      }
    }
    const from = at
    const json = value()
    while (may('as') || may('const')) {} // `as const` has no effect here
    if (!isRecord(json) || typeof json['type'] !== 'string') {
      at = from
      return fail('a declaration such as { type: "boolean", default: false }')
    }
    const { key, type, variants } = json
    const values = Array.isArray(variants) ? variants : null
    return {
      name,
      key: typeof key === 'string' ? key : name,
      type,
      variants: values,
      default: json['default'] ?? null,
      shape: null,
    }
  }

  const field = (): [string, DeclaredField] => {
    while (may('readonly')) {}
    const line = peek()?.line ?? 1
    const name = nameOf()
    lines.set(`context.${name}`, line)
    const required = !may('?')
    take(':')
    const from = at
    let depth = 0
    for (; at < tokens.length; at += 1) {
      const { text = '', quoted = false, line } = peek() ?? {}
      if (quoted) continue
      const before = tokens[at - 1]
      // Without a semicolon, a field ends at the end of its line, unless an operator continues it.
      const isNext = line !== before?.line && at > from && !/^[|&]$/.test(text) && !/^[|&:]$/.test(before?.text ?? '')
      if (depth === 0 && (/^[;,}]$/.test(text) || isNext)) break
      if ('<{[('.includes(text)) depth += 1
      else if ('>}])'.includes(text)) depth -= 1
    }
    const type = typeText(tokens.slice(from, at))
    while (may(';') || may(',')) {}
    return [name, { type, required }]
  }

  let context: Map<string, DeclaredField> | null = null
  for (; at < tokens.length; at += 1) {
    const [first, second] = [peek(), tokens[at + 1]]
    if (first?.quoted !== false) continue
    if ((first.text === 'type' || first.text === 'interface') && second?.text === 'Context') {
      at += 2
      may('=')
      take('{')
      context = new Map()
      while (!may('}')) context.set(...field())
      at -= 1
    } else if (first.text === 'defineFlags' && (second?.text === '(' || second?.text === '<')) {
      at += 1
      if (may('<')) until('>')
      take('(')
      if (may(')')) take('(')
      take('{')
      return { flags: list('}', flag), context, lines }
    }
  }
  return fail('defineFlags({ … })')
}

type Token = { readonly text: string; readonly quoted: boolean; readonly line: number }

const grammar =
  /(\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)|("(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')|(\d(?:[\w.]|(?<=[eE])[+-])*|[\w$]+|[^\w\s])/gy

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let line = 1
  for (const [text, space, quoted] of source.matchAll(grammar)) {
    if (space === undefined)
      tokens.push({ text: quoted === undefined ? text : unquoted(quoted), quoted: quoted !== undefined, line })
    line += text.split('\n').length - 1
  }
  return tokens
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': '' }

const unquoted = (text: string): string =>
  text
    .slice(1, -1)
    .replace(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi, (_, braces, four, two, one: string) =>
      one === undefined ? String.fromCodePoint(Number.parseInt(braces ?? four ?? two, 16)) : (escapes[one] ?? one),
    )

/**
 * Normalizes a type: removes `readonly` (flags are frozen anyway), whitespace, quote style, trailing separators and a
 * leading bar.
 */
const typeText = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ text, quoted }) => quoted || text !== 'readonly')
    .map(({ text, quoted }) => (quoted ? JSON.stringify(text) : text === ';' ? ',' : text))
    .join(' ')
    .replace(/^\| /, '')
    .replaceAll(/([({<:]) \| /g, '$1 ')
    .replaceAll(/ , ([}\]>)])/g, ' $1')
