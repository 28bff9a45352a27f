import { textOf } from '../../../engine/extended/text.ts'
import type { UnitPart } from '../../../schemas/extended-point.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import type { FlagExpression, Tree, Truth } from './parts.ts'
import { operationOf, placeOfValue } from './variables.ts'

const maxTotal = 2 ** 31 - 1

const isScalar = (node: Json | undefined): node is string | number | boolean | null | undefined =>
  typeof node !== 'object' || node === null

/** Returns the path of a `var` with a constant path and no default. */
const pathIn = (node: Json): readonly string[] | undefined => {
  const operation = operationOf(node)
  const [path, ...more] = operation?.args ?? []
  if (operation?.name !== 'var' || more.length > 0 || typeof path !== 'string' || path === '') return undefined
  return path.startsWith('$flag') ? undefined : path.split('.')
}

const given = (names: readonly string[]) => ({ firstOf: [[...names]], arrayIndex: true as const })

/** Returns the hashed unit, if it is known: a concatenated text, a value, or the flag's key with the targeting key. */
const unitOf = (first: Json | undefined, { flagKey, dialect }: FlagExpression): UnitPart[] | undefined => {
  if (first === undefined || Array.isArray(first)) {
    const key: UnitPart = { attribute: { firstOf: [['targetingKey']] }, presence: 'text', str: 'none' }
    return [{ literal: flagKey }, key]
  }
  if (typeof first === 'string') return [{ literal: first }]
  const path = pathIn(first)
  if (path !== undefined) return [{ attribute: given(path), str: 'none' }]
  const operation = operationOf(first)
  if (operation?.name !== 'cat') return undefined
  const parts = operation.args.map((arg): UnitPart | undefined => {
    if (isScalar(arg)) return { literal: textOf(arg ?? null) }
    const names = pathIn(arg)
    return names === undefined ? undefined : { attribute: given(names), str: 'js', orElse: 'null' }
  })
  const known = parts.filter((part) => part !== undefined)
  // One text is hashed; `cbor` would keep the parts of a list apart.
  return known.length < parts.length || known.length === 0 || (dialect === 'cbor' && known.length > 1)
    ? undefined
    : known
}

type Entry = { readonly serve: Serve | null; readonly weight: number }

const entryOf = (entry: Json): Entry | undefined => {
  if (!Array.isArray(entry) || entry.length === 0) return undefined
  const [variant, weight = 1] = entry
  if (!isScalar(variant) || typeof weight !== 'number' || !Number.isInteger(weight)) return undefined
  return {
    serve: variant === null || variant === undefined ? null : { variant: textOf(variant) },
    weight: Math.max(0, weight),
  }
}

/** Returns the split among the entries. Serves nothing if the total weight is 0 or too large. */
const dividedAmong = (entries: readonly Entry[], parts: UnitPart[], { dialect }: FlagExpression): Tree => {
  const percent = dialect === 'percent'
  const total = entries.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0 || total > maxTotal) return { kind: 'nothing' }
  let sum = 0
  const slots = entries.map(({ serve, weight }, at) => {
    const lo = sum
    sum += percent ? (weight * 100) / total : weight
    return {
      ...(at > 0 && { lo }),
      hi: sum,
      serve: serve ?? { useDefault: true as const },
      ...(serve === null && { passthrough: true as const }),
    }
  })
  return {
    kind: 'serve',
    serve: {
      wide: {
        point: {
          unit: { parts },
          hash: { algorithm: dialect === 'cbor' ? 'murmur3-32-cbor' : 'murmur3-32', seed: 0 },
          norm: percent ? { kind: 'absint32', by: 2147483648 } : { kind: 'mulshift', total },
        },
        bounds: percent ? '(]' : '[)',
        slots,
        ...{ overflow: 'none', noUnit: 'none', source: { layout: 'fractional', weights: [] } },
      },
    },
  }
}

/** Converts `fractional` to an equivalent split; undefined if its unit or shares are not constant. */
export const fractionalServe = (args: readonly Json[], asked: FlagExpression): Tree | undefined => {
  if (args.length < (asked.dialect === 'percent' ? 2 : 1)) return { kind: 'nothing' }
  const [first, ...rest] = args
  const parts = unitOf(first, asked)
  if (parts === undefined) return undefined
  const written = Array.isArray(first) ? args : rest
  const entries = written.map(entryOf).filter((entry) => entry !== undefined)
  if (entries.length < written.length) return undefined
  const serve = dividedAmong(entries, parts, asked)
  const path = first === undefined || Array.isArray(first) ? undefined : pathIn(first)
  if (path === undefined) return serve
  // If the first operand is a list, it is another share, even if the others have no weight.
  const isList: Truth = {
    kind: 'atom',
    atom: { read: given(path), node: { some: [{ var: placeOfValue }, true] }, dialect: 'plain' },
  }
  return { kind: 'if', test: isList, yes: { kind: 'whole', asked }, no: serve }
}
