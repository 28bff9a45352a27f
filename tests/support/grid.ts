import { namesOf } from '../../src/shared/engine/attribute.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { Random } from './random.ts'

/*
 * A grid of contexts from the constants in documents and their neighbors, so that it has values on both sides of each
 * boundary. Independent of the analysis's cells.
 */

const bits = new DataView(new ArrayBuffer(8))
const stepped = (value: number, step: bigint): number => {
  bits.setFloat64(0, value)
  bits.setBigInt64(0, bits.getBigInt64(0) + (value < 0 ? -step : step))
  return bits.getFloat64(0)
}

const aroundNumber = (value: number): unknown[] => [
  ...[value, -value, stepped(value, 1n), value === 0 ? -Number.MIN_VALUE : stepped(value, -1n), value + 1, value - 1],
  ...[String(value), [value], new Date(value)],
]

const aroundText = (text: string): unknown[] => {
  const version = /^(v?\d+(?:\.\d+)*)(-[\w.]+)?$/.exec(text)
  const instant = Date.parse(text)
  return [
    ...[text, `${text}a`, `a${text}`, text.slice(1), text.toUpperCase(), text.toLowerCase(), [text], ['other', text]],
    ...(version === null
      ? []
      : [`${version[1]}-0`, `${version[1]}.0`, `${version[1]}.1`, `${text}+build`, `${text}.0`]),
    ...(Number.isNaN(instant)
      ? []
      : [instant, instant + 1, instant - 1, instant + 0.5, new Date(instant), new Date(instant - 1).toISOString()]),
    ...(/^[\d.]+\/\d+$/.test(text) ? [text.split('/')[0]] : []),
    ...(text.trim() !== '' && Number.isFinite(Number(text)) ? [Number(text)] : []),
  ]
}

const always: readonly unknown[] = [
  ...[undefined, null, true, false, '', 0, -0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, [], {}, 'other', 12.5],
]

/** Returns, for each attribute in any part of the documents, the values that its tests may distinguish. */
export const valuesNamed = (states: readonly Datafile[]): ReadonlyMap<string, readonly unknown[]> => {
  const found = new Map<string, Set<unknown>>()
  const of = (path: string): Set<unknown> => {
    const known = found.get(path) ?? new Set(always)
    found.set(path, known)
    return known
  }
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('attribute' in node && 'values' in node && Array.isArray(node.values)) {
      const values = of(String(node.attribute))
      for (const value of node.values.slice(0, 12))
        for (const near of typeof value === 'number' ? aroundNumber(value) : aroundText(String(value))) values.add(near)
      values.add(node.values.slice(0, 3))
    }
    if ('by' in node && typeof node.by === 'string') of(node.by)
    for (const list of ['included', 'excluded'] as const)
      if (list in node) for (const key of (node as Record<string, string[]>)[list] ?? []) of('targetingKey').add(key)
    Object.values(node).forEach(walk)
  }
  states.forEach(walk)
  of('targetingKey')
  return new Map([...found].map(([path, values]) => [path, [...values]]))
}

const put = (holder: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void => {
  if (rest.length === 0) {
    holder[name] = value
    return
  }
  const inner = holder[name]
  const next = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? { ...inner } : {}
  holder[name] = next
  put(next as Record<string, unknown>, rest, value)
}

/**
 * Random contexts of the grid. Each attribute has one of its values; units are those in the documents or arbitrary
 * ones.
 */
export const contextsOf = (states: readonly Datafile[], random: Random, count: number): Context[] => {
  const named = [...valuesNamed(states)]
  return Array.from({ length: count }, () => {
    const context: Record<string, unknown> = {}
    for (const [path, values] of named) {
      if (random.once(8)) continue
      const isUnit = path === 'targetingKey' && !random.once(3)
      put(context, namesOf(path), isUnit ? `user-${random.int(1_000_000)}` : values[random.int(values.length)])
    }
    return context as Context
  })
}
