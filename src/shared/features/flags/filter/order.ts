import type { Filterable } from './filter.ts'

/** Sort orders other than the default by key: by name, or most recently changed first. */
export type FlagOrder = 'name' | 'updated'

/** The position of a row in a sort order: its sort value, then its key as a tie-breaker. */
export type SortPosition = readonly [value: string, key: string]

// A fixed locale, so that server and browser sort the same way.
const names = new Intl.Collator('en')

const byKey = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const compares: Record<FlagOrder, (a: string, b: string) => number> = {
  name: names.compare,
  updated: (a, b) => byKey(b, a),
}

/** The position of a row. In the order by key, the value is empty. */
export const sortPositionOf = (row: Filterable, order: FlagOrder | undefined): SortPosition => [
  order === undefined ? '' : order === 'name' ? row.flag.name : row.updatedAt,
  row.flag.key,
]

/** Negative if `a` comes before `b`. Positions are unique. */
export const compareSortPositions = (a: SortPosition, b: SortPosition, order: FlagOrder | undefined): number =>
  (order === undefined ? 0 : compares[order](a[0], b[0])) || byKey(a[1], b[1])

export const sorted = <Row extends Filterable>(rows: readonly Row[], order: FlagOrder | undefined): readonly Row[] =>
  rows
    .map((row) => ({ row, place: sortPositionOf(row, order) }))
    .sort((a, b) => compareSortPositions(a.place, b.place, order))
    .map(({ row }) => row)
