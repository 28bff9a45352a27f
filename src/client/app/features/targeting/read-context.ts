import type { Context } from '../../../../shared/schemas/context.ts'
import { literal, readLiteral } from '../../../../shared/text/rules/literal.ts'

export type ReadContext = { context: Context } | { problem: string }

export const isContext = (value: unknown): value is Context =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  (!('targetingKey' in value) || typeof value.targetingKey === 'string')

const fromJson = (text: string): ReadContext => {
  try {
    const value: unknown = JSON.parse(text)
    if (isContext(value)) return { context: value }
    return { problem: 'Enter a JSON object whose targetingKey, if it has one, is a string' }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'This isn’t valid JSON' }
  }
}

// A word, or `name=value`, where the value may be quoted.
const word = /[^\s=]+="(?:[^"\\]|\\.)*"|\S+/g

/**
 * Parses a context: a user id (`user-42`), an email, attributes (`user-42 country=NO age=31`), or a whole context as
 * JSON. An email sets both the targeting key and the attribute `email`. As in rules, `5` is a number and `"5"` a
 * string.
 */
export const readContext = (typed: string): ReadContext => {
  const text = typed.trim()
  if (text.startsWith('{')) return fromJson(text)
  const context: Record<string, unknown> = {}
  let targetingKey: string | undefined
  for (const part of text.match(word) ?? []) {
    const equals = part.indexOf('=')
    if (equals > 0) context[part.slice(0, equals)] = readLiteral(part.slice(equals + 1))
    else if (targetingKey === undefined) targetingKey = part
    else return { problem: `“${part}” is neither the user id nor an attribute such as country=NO` }
    if (equals < 0 && part.includes('@')) context['email'] = part
  }
  return { context: { ...context, ...(targetingKey === undefined ? {} : { targetingKey }) } }
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Formats a context for editing: words if they parse to the same context, otherwise JSON. */
export const writeContext = (context: Context): string => {
  const { targetingKey, ...attributes } = context
  const there = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const words = there.map(([name, value]) => (isScalar(value) ? `${name}=${literal(value)}` : null))
  const typed = [...(targetingKey === undefined ? [] : [targetingKey]), ...words].join(' ')
  const read = readContext(typed)
  const same = (other: Context) => JSON.stringify(sorted(other)) === JSON.stringify(sorted(context))
  return !words.includes(null) && 'context' in read && same(read.context) ? typed : JSON.stringify(context)
}

const sorted = (context: Context): unknown =>
  Object.entries(context)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
