/** Explains why a text is not a valid warehouse query, with a way to fix it. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
}

export type QueryBound = 'from' | 'to'

const quoted = 'a placeholder within quotes or a comment is only text; write {{from}} and {{to}} bare: at >= {{from}}'
const unbounded =
  'it has to ask for rows between {{from}} and {{to}}: where at >= {{from}} and at < {{to}}; without both, every read would read everything'

/**
 * Replaces the placeholders `{{from}}` and `{{to}}` of a query with the result of `as`, and changes nothing else. Each
 * must occur at least once. Placeholders within quotes or comments, several statements, and unterminated quotes are
 * rejected, so that the result is one statement whose bounds are parameters.
 */
export function fillBounds(query: string, as: (bound: QueryBound) => string): string {
  const seen = new Set<QueryBound>()
  let made = ''
  let ended = false
  for (let at = 0; at < query.length; ) {
    const part = partAt(query.slice(at))
    at += part.text.length
    if (part.kind === 'plain' && part.text === ';') {
      ended = true
      continue
    }
    if (ended && part.text.trim() !== '')
      throw new QueryError('there is more than one statement; write one query alone, without “;”')
    if (part.kind === 'text' && /\{\{\s*(?:from|to)\s*\}\}/.test(part.text)) throw new QueryError(quoted)
    if (part.kind === 'bound') seen.add(part.bound)
    made += part.kind === 'bound' ? as(part.bound) : part.text
  }
  if (!seen.has('from') || !seen.has('to')) throw new QueryError(unbounded)
  return made.trim()
}

type Part =
  | { readonly kind: 'bound'; readonly text: string; readonly bound: QueryBound }
  /** A quoted text or a comment. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'plain'; readonly text: string }

/** Returns the first token of a text, as both databases read it. */
function partAt(text: string): Part {
  const bound = /^\{\{\s*(from|to)\s*\}\}/.exec(text)
  // Safe cast: the pattern matches only these two.
  if (bound) return { kind: 'bound', text: bound[0], bound: bound[1] as QueryBound }
  if (text.startsWith('{{')) throw new QueryError(`${/^\{\{.{0,20}/s.exec(text)?.[0]}… is neither {{from}} nor {{to}}`)
  if (text.startsWith('--')) return { kind: 'text', text: /^--[^\n]*/.exec(text)?.[0] ?? text }
  if (text.startsWith('/*')) return { kind: 'text', text: comment(text) }
  const dollar = /^\$(?:[A-Za-z_\u0080-\uFFFF][\w\u0080-\uFFFF]*)?\$/.exec(text)?.[0]
  if (dollar !== undefined) return { kind: 'text', text: until(text, dollar, dollar.length) }
  if (/^\$\d/.test(text)) throw new QueryError('parameters such as $1 are Fanion’s; write {{from}} and {{to}}')
  const [first = ''] = text
  if (`'"\``.includes(first)) return { kind: 'text', text: quotedText(text, first) }
  // A word is one token, because a dollar sign inside a word starts no dollar quote.
  const word = /^[A-Za-z0-9_\u0080-\uFFFF][\w$\u0080-\uFFFF]*/.exec(text)?.[0]
  if (word === undefined) return { kind: 'plain', text: first }
  // E'…' strings have backslash escapes.
  const next = text[word.length]
  if (/^e$/i.test(word) && next === "'") return { kind: 'text', text: word + quotedText(text.slice(1), "'", true) }
  return { kind: 'plain', text: word }
}

function until(text: string, end: string, from: number): string {
  const found = text.indexOf(end, from)
  if (found < 0) throw new QueryError(`${end} is opened and not closed`)
  return text.slice(0, found + end.length)
}

/** A backslash escapes a quote in only one of the two databases, so it is rejected. */
function quotedText(text: string, quote: string, escapes = false): string {
  for (let at = 1; at < text.length; at += 1) {
    if (text[at] === '\\') {
      if (!escapes) throw new QueryError('a backslash within quotes is read in two ways; write the text without one')
      at += 1
    } else if (text[at] === quote) {
      if (text[at + 1] !== quote) return text.slice(0, at + 1)
      at += 1
    }
  }
  throw new QueryError(`${quote} is opened and not closed`)
}

/** PostgreSQL's comments nest and ClickHouse's don't, so nested comments are rejected. */
function comment(text: string): string {
  const whole = until(text, '*/', 2)
  if (whole.slice(2).includes('/*'))
    throw new QueryError('a comment within a comment is read in two ways; leave it out')
  return whole
}
