import { type Address, holds, parseAddress, parseNetwork } from '../../engine/operators/network.ts'
import type { Leaf } from '../../schemas/condition.ts'
import { cellsFrom, merged, type Variable } from './variable.ts'

type Kind = 4 | 6
type Boundary = { readonly kind: Kind; readonly at: bigint }

const numberOf = (address: Address): bigint => address.reduce((sum, group) => sum * 65_536n + BigInt(group), 0n)
const kindOf = (address: Address): Kind => (address.length === 2 ? 4 : 6)
const bitsOf = { 4: 32n, 6: 128n } as const

const written = (kind: Kind, at: bigint): string => {
  const groups = (count: number, bits: bigint) =>
    Array.from({ length: count }, (_, place) => (at >> (bits * BigInt(count - 1 - place))) & ((1n << bits) - 1n))
  return kind === 4
    ? groups(4, 8n).join('.')
    : groups(8, 16n)
        .map((group) => group.toString(16))
        .join(':')
}

/**
 * Partitions addresses by the tested networks. Cell 0 means no address; the others are one cell for each combination of
 * results.
 */
export const divideNetworks = (leaves: readonly Leaf[]): Variable => {
  const asked = leaves.map((leaf) => ({ leaf, networks: leaf.values.map((value) => parseNetwork(String(value))) }))
  const boundaries: Boundary[] = [
    { kind: 4, at: 0n },
    { kind: 6, at: 0n },
  ]
  for (const { networks } of asked) {
    for (const network of networks) {
      if (network === undefined) continue
      const kind = kindOf(network.address)
      const width = bitsOf[kind] - BigInt(network.bits)
      const from = (numberOf(network.address) >> width) << width
      boundaries.push({ kind, at: from }, { kind, at: from + (1n << width) })
    }
  }
  // IPv4-mapped addresses count as IPv4, so this IPv6 range is empty.
  boundaries.push({ kind: 6, at: 0xffffn << 32n }, { kind: 6, at: 0x10000n << 32n })
  const cells: { answers: string; places: Boundary[] }[] = []
  const byAnswers = new Map<string, number>()
  const cellOf = (value: unknown): number => {
    const address = typeof value === 'string' ? parseAddress(value) : undefined
    if (address === undefined) return 0
    const answers = asked.map(({ networks }) => (networks.some((one) => one && holds(one, address)) ? 1 : 0))
    return byAnswers.get(kindOf(address) + answers.join('')) ?? 0
  }
  for (const { kind, at } of boundaries) {
    const text = at >> bitsOf[kind] === 0n ? written(kind, at) : ''
    const address = parseAddress(text)
    if (address === undefined || kindOf(address) !== kind) continue
    const answers = asked.map(({ networks }) => (networks.some((one) => one && holds(one, address)) ? 1 : 0)).join('')
    const name = kind + answers
    const known = byAnswers.get(name)
    if (known !== undefined) cells[known - 1]?.places.push({ kind, at })
    else {
      cells.push({ answers, places: [{ kind, at }] })
      byAnswers.set(name, cells.length)
    }
  }
  return merged({
    size: cells.length + 1,
    cellOf,
    questions: asked.map(({ leaf }, index) => ({
      leaf,
      holds: new Set(cells.flatMap(({ answers }, cell) => (answers[index] === '1' ? [cell + 1] : []))),
    })),
    any: cellsFrom(0, cells.length + 1),
    some: cellsFrom(1, cells.length + 1),
    samples: (cell) =>
      (cells[cell - 1]?.places ?? [])
        .slice(0, 20)
        .flatMap(({ kind, at }) => [1n, 0n, 10n, 200n].map((more) => written(kind, at + more)))
        .filter((text) => cellOf(text) === cell),
  })
}
