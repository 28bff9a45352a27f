/*
 * The query language of github.com/nikunjy/rules. Traps: `and` and `or` have the same precedence, from left to right;
 * values are never unescaped; keywords cannot be attribute names.
 */

export type Value =
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  | { kind: 'version'; value: string }
  | { kind: 'text'; value: string }
  | { kind: 'texts'; values: string[] }
  | { kind: 'double'; values: number[]; listed: boolean }
  | { kind: 'integer'; values: number[]; listed: boolean }

export type Operator = 'eq' | 'ne' | 'gt' | 'lt' | 'ge' | 'le' | 'co' | 'sw' | 'ew' | 'in'

export type Query =
  | { kind: 'and' | 'or'; left: Query; right: Query }
  | { kind: 'not'; query: Query }
  | { kind: 'present'; path: string[] }
  | { kind: 'compare'; path: string[]; operator: Operator; value: Value }

/** Thrown if a query is not valid in the language. */
export class Unparsed extends Error {
  override readonly name = 'Unparsed'
}

const operators: Readonly<Record<string, Operator>> = {
  ...{ eq: 'eq', EQ: 'eq', '==': 'eq', ne: 'ne', NE: 'ne', '!=': 'ne', gt: 'gt', GT: 'gt', '>': 'gt' },
  ...{ lt: 'lt', LT: 'lt', '<': 'lt', ge: 'ge', GE: 'ge', '>=': 'ge', le: 'le', LE: 'le', '<=': 'le' },
  ...{ co: 'co', CO: 'co', sw: 'sw', SW: 'sw', ew: 'ew', EW: 'ew', in: 'in', IN: 'in' },
}
const reserved: ReadonlySet<string> = new Set([
  ...['not', 'NOT', 'and', 'or', 'true', 'false', 'null', 'pr'],
  ...Object.keys(operators),
])

const integer = '(?:0|[1-9][0-9]*)'
/** The grammar of Semantic Versioning 2.0.0, with prerelease and build. */
const prerelease = `(?:[0-9]*[A-Za-z-][0-9A-Za-z-]*|${integer})`
const build = '[0-9A-Za-z-]+'
const version = `${integer}\\.${integer}\\.${integer}(?:-${prerelease}(?:\\.${prerelease})*)?(?:\\+${build}(?:\\.${build})*)?`
const token = new RegExp(
  [
    '(?<space> \\n*)',
    '(?<string>"(?:\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4})|[^"\\\\])*")',
    `(?<version>${version})`,
    `(?<double>-?${integer}\\.[0-9]+(?:[Ee][+-]?${integer})?)`,
    `(?<integer>${integer})`,
    '(?<word>[A-Za-z][-_:0-9A-Za-z]*)',
    '(?<comma>, *)',
    '(?<sign>==|!=|>=|<=|[><()[\\].-])',
  ].join('|'),
  'y',
)

type Token = { kind: string; text: string }

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at
    const groups = token.exec(text)?.groups ?? {}
    const found = Object.entries(groups).find(([, part]) => part !== undefined)
    if (found === undefined) throw new Unparsed(`it does not read on at “${text.slice(at, at + 20)}”`)
    const [kind, part] = found
    tokens.push({ kind, text: part })
    at += part.length
  }
  return tokens
}

const deepest = 200

class Parser {
  readonly tokens: readonly Token[]
  at = 0
  depth = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.at + ahead]
  }

  fail(): never {
    const rest = this.tokens.slice(this.at, this.at + 5).map(({ text }) => text)
    throw new Unparsed(rest.length === 0 ? 'it ends too early' : `it does not read on at “${rest.join('')}”`)
  }

  spaces(): number {
    let count = 0
    while (this.peek()?.kind === 'space') {
      this.at += 1
      count += 1
    }
    return count
  }

  take(kind: string, text?: string): string {
    const next = this.peek()
    if (next === undefined || next.kind !== kind || (text !== undefined && next.text !== text)) this.fail()
    this.at += 1
    return next.text
  }

  isSign(text: string): boolean {
    const next = this.peek()
    return next?.kind === 'sign' && next.text === text
  }

  query(): Query {
    this.depth += 1
    if (this.depth > deepest) throw new Unparsed('it is nested too deep')
    let left = this.single()
    for (;;) {
      const before = this.at
      const word = this.spaces() > 0 ? this.peek() : undefined
      if (word?.kind !== 'word' || (word.text !== 'and' && word.text !== 'or')) {
        this.at = before
        break
      }
      this.at += 1
      if (this.spaces() === 0) this.fail()
      left = { kind: word.text, left, right: this.single() }
    }
    this.depth -= 1
    return left
  }

  single(): Query {
    const word = this.peek()
    const negated = word?.kind === 'word' && (word.text === 'not' || word.text === 'NOT')
    if (negated) {
      this.at += 1
      this.spaces()
    }
    if (this.isSign('(')) {
      this.at += 1
      this.spaces()
      const query = this.query()
      this.spaces()
      this.take('sign', ')')
      return negated ? { kind: 'not', query } : query
    }
    return negated ? this.fail() : this.comparison()
  }

  attribute(): string {
    const word = this.take('word')
    if (!reserved.has(word)) return word
    this.at -= 1
    return this.fail()
  }

  comparison(): Query {
    const path = [this.attribute()]
    while (this.isSign('.')) {
      this.at += 1
      path.push(this.attribute())
    }
    if (this.spaces() === 0) this.fail()
    const next = this.peek()
    if (next?.kind === 'word' && next.text === 'pr') {
      this.at += 1
      return { kind: 'present', path }
    }
    const operator = next === undefined ? undefined : operators[next.text]
    if (operator === undefined) return this.fail()
    this.at += 1
    if (this.spaces() === 0) this.fail()
    return { kind: 'compare', path, operator, value: this.value() }
  }

  value(): Value {
    const next = this.peek()
    if (next === undefined) return this.fail()
    if (this.isSign('[')) return this.list()
    if (this.isSign('-')) {
      this.at += 1
      return { kind: 'integer', values: [-this.integer()], listed: false }
    }
    this.at += 1
    switch (next.kind) {
      case 'string':
        return { kind: 'text', value: inside(next.text) }
      case 'version':
        return { kind: 'version', value: next.text }
      case 'double':
        return { kind: 'double', values: [Number(next.text)], listed: false }
      case 'integer':
        this.at -= 1
        return { kind: 'integer', values: [this.integer()], listed: false }
      default:
        break
    }
    if (next.text === 'true' || next.text === 'false') return { kind: 'boolean', value: next.text === 'true' }
    if (next.text === 'null') return { kind: 'null' }
    this.at -= 1
    return this.fail()
  }

  integer(): number {
    const number = Number(this.take('integer'))
    if (!Number.isSafeInteger(number)) throw new Unparsed('a number is too large')
    return number
  }

  list(): Value {
    this.at += 1
    const kind = this.peek()?.kind ?? ''
    if (kind !== 'string' && kind !== 'double' && kind !== 'integer') this.fail()
    const parts: string[] = []
    for (;;) {
      parts.push(this.take(kind))
      if (this.peek()?.kind !== 'comma') break
      this.at += 1
    }
    this.take('sign', ']')
    if (kind === 'string') return { kind: 'texts', values: parts.map(inside) }
    return { kind, values: parts.map(Number), listed: true }
  }
}

const inside = (text: string): string => text.slice(1, -1)

/** Joins lines and removes their indentation. */
export const trimmed = (query: string): string =>
  query
    .split('\n')
    .map((line) => line.replace(/^ +/, ''))
    .join('')

/** Parses a query. Throws `Unparsed` if it is invalid. */
export const parseQuery = (text: string): Query => {
  const parser = new Parser(tokensOf(text))
  const query = parser.query()
  parser.spaces()
  if (parser.peek() !== undefined) parser.fail()
  return query
}
