import { child, list, type Node, unwrapped, word } from './node.ts'

/** What a flag may be: the JSON of its variant. */
export type Value = string | number | boolean | null | { readonly [key: string]: unknown } | readonly unknown[]

/** No file of anybody's holds these words; one that does is left alone. */
export const reserved = 'fanion$'
/** In place of a statement that went. */
export const gone = 'fanion$gone$;'
/** Behind statements that took the place of others: what follows may be out of reach now. */
export const end = 'fanion$end$;'

/** The values that stand in a text for the flag, by the names they have until the work is done. */
export type Values = { readonly nameOf: (value: Value) => string; readonly byName: ReadonlyMap<string, Value> }

/** So that what came from the flag is told from what the file says itself, it has a name until everything is folded. */
export const createValues = (): Values => {
  const byName = new Map<string, Value>()
  const names = new Map<string, string>()
  return {
    byName,
    nameOf: (value) => {
      const json = JSON.stringify(value)
      const name = names.get(json) ?? `${reserved}v${names.size}$`
      names.set(json, name)
      byName.set(name, value)
      return name
    },
  }
}

/** What is known of an expression: the flag's value, behind what is done before it. */
export type Known = { readonly before: readonly Node[]; readonly value: Value }

/** The value of an expression that came from the flag; undefined where it did not. */
export const knownOf = (node: Node, values: Values): Known | undefined => {
  const inner = unwrapped(node)
  if (inner.type === 'Identifier') {
    const name = word(inner, 'name') ?? ''
    const value = values.byName.get(name)
    return value === undefined ? undefined : { before: [], value }
  }
  if (inner.type !== 'SequenceExpression') return undefined
  const expressions = list(inner, 'expressions')
  const last = expressions.at(-1)
  const known = last && knownOf(last, values)
  return known && { before: [...expressions.slice(0, -1), ...known.before], value: known.value }
}

/** A primitive that is written out in the file: a literal, `undefined` and `void 0` are not told apart from none. */
export const writtenOf = (node: Node): { readonly value: string | number | boolean | null } | undefined => {
  const inner = unwrapped(node)
  if (inner.type === 'UnaryExpression' && word(inner, 'operator') === '-') {
    const argument = child(inner, 'argument')
    return typeof argument?.['value'] === 'number' ? { value: -argument['value'] } : undefined
  }
  if (inner.type !== 'Literal') return undefined
  const value = inner['value']
  if (value === null) return inner['raw'] === 'null' ? { value } : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? { value } : undefined
}
