import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Filterable } from '../../../shared/features/flags/filter/filter.ts'
import {
  compareSortPositions,
  type FlagOrder,
  type SortPosition,
  sortPositionOf,
} from '../../../shared/features/flags/filter/order.ts'
import { limits } from '../../../shared/limits.ts'

/** Number of rows per page. Fewer if rows are long, to keep a page below 100 kB. */
export const rowsOfPage = (asked: number | undefined, environments: number): number =>
  Math.min(asked ?? limits.flagListRows, Math.max(10, Math.floor(limits.flagListCells / Math.max(1, environments))))

/** Parses a cursor: the position after which the page begins. */
export function readCursor(cursor: string | null | undefined): SortPosition | undefined {
  if (cursor === null || cursor === undefined) return undefined
  const at = cursor.indexOf(' ')
  // keys contain no spaces
  if (at > 0) return [cursor.slice(at + 1), cursor.slice(0, at)]
  const problem = { path: 'cursor', problem: 'it is none', expected: 'the `next` of the page before' }
  throw new FanionError('request/invalid', { problems: [problem] })
}

export const writeCursor = ([value, key]: SortPosition): string => `${key} ${value}`

export const pageAfter = <Row extends Filterable>(
  all: readonly Row[],
  order: FlagOrder | undefined,
  after: SortPosition | undefined,
  size: number,
): { page: readonly Row[]; next: string | null } => {
  const from =
    after === undefined ? 0 : all.findIndex((row) => compareSortPositions(sortPositionOf(row, order), after, order) > 0)
  const page = from < 0 ? [] : all.slice(from, from + size)
  const last = page.at(-1)
  const isEnd = from < 0 || from + size >= all.length
  return { page, next: isEnd || last === undefined ? null : writeCursor(sortPositionOf(last, order)) }
}
