import { child, list, type Node, unwrapped, word } from './node.ts'

export type Value = string | number | boolean | null | { readonly [key: string]: unknown } | readonly unknown[]

/** Prefix of placeholders. A file that already contains it is left unchanged. */
export const reserved = 'fanion$'
/** Marks where a statement was removed. */
export const removedMarker = 'fanion$gone$;'
/** Follows statements that replaced others: code after it may now be unreachable. */
export const replacedEndMarker = 'fanion$end$;'

/** Placeholder names for flag values while a text is being folded. */
export type Values = { readonly nameOf: (value: Value) => string; readonly byName: ReadonlyMap<string, Value> }

/** Creates the placeholders. They distinguish the flag’s values from literals that the file already has. */
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

/** The known value of an expression, with the side effects that precede it. */
export type KnownValue = { readonly before: readonly Node[]; readonly value: Value }

/** The value of an expression if it came from the flag; otherwise undefined. */
export const knownValueOf = (node: Node, values: Values): KnownValue | undefined => {
  const inner = unwrapped(node)
  if (inner.type === 'Identifier') {
    const name = word(inner, 'name') ?? ''
    const value = values.byName.get(name)
    return value === undefined ? undefined : { before: [], value }
  }
  if (inner.type !== 'SequenceExpression') return undefined
  const expressions = list(inner, 'expressions')
  const last = expressions.at(-1)
  const known = last && knownValueOf(last, values)
  return known && { before: [...expressions.slice(0, -1), ...known.before], value: known.value }
}

/** A primitive literal in the file. `undefined` and `void 0` are not recognized. */
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
