import type { Filterable } from './filter.ts'

/** The orders besides that by key: by name, or the newest change first. */
export type FlagOrder = 'name' | 'updated'

/** Where a row stands in an order: its value there, and its key where values are the same. */
export type Place = readonly [value: string, key: string]

// one language for everybody, so that the server's order is the browser's
const names = new Intl.Collator('en')

const byKey = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const compares: Record<FlagOrder, (a: string, b: string) => number> = {
  name: names.compare,
  updated: (a, b) => byKey(b, a),
}

/** Where a row stands. By key, the key says all. */
export const placeOf = (row: Filterable, order: FlagOrder | undefined): Place => [
  order === undefined ? '' : order === 'name' ? row.flag.name : row.updatedAt,
  row.flag.key,
]

/** Below zero where `a` stands before `b`. No two rows stand at one place. */
export const comparePlaces = (a: Place, b: Place, order: FlagOrder | undefined): number =>
  (order === undefined ? 0 : compares[order](a[0], b[0])) || byKey(a[1], b[1])

/** The rows in an order; without one, by key. */
export const sorted = <Row extends Filterable>(rows: readonly Row[], order: FlagOrder | undefined): readonly Row[] =>
  rows
    .map((row) => ({ row, place: placeOf(row, order) }))
    .sort((a, b) => comparePlaces(a.place, b.place, order))
    .map(({ row }) => row)
