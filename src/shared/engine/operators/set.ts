import { listCost, spend } from '../meter.ts'
import { isList } from './list.ts'
import { malformed, type Prepare } from './test.ts'

const wantedOf: (leaf: Parameters<Prepare>[0]) => Set<unknown> = (leaf) => {
  for (const value of leaf.values) {
    if (typeof value !== 'string' && !Number.isFinite(value))
      throw malformed(`${leaf.operator} takes texts and numbers`)
  }
  return new Set<unknown>(leaf.values)
}

const afford = (list: readonly unknown[], values: number): true => {
  spend(listCost(list.length, values))
  return true
}

export const includesAny: Prepare = (leaf) => {
  const wanted = wantedOf(leaf)
  const { size } = wanted
  return (value) => isList(value) && afford(value, size) && value.some((element) => wanted.has(element))
}

export const includesAll: Prepare = (leaf) => {
  const wanted = [...wantedOf(leaf)]
  return (value) => {
    if (!isList(value) || !afford(value, wanted.length)) return false
    if (wanted.length < 8) return wanted.every((element) => value.includes(element))
    const held = new Set<unknown>(value)
    return wanted.every((element) => held.has(element))
  }
}
