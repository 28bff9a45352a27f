import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { FlagCell } from '../../../shared/schemas/flag-view.ts'
import type { Db } from '../../db/pool.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { inSlices } from '../../kernel/in-slices.ts'
import { type FlagPosition, flagEntries } from '../revisions/history-queries.ts'
import { flagDocuments, flagHeadNumbers } from './queries.ts'
import { cellView } from './view.ts'

/** One flag's cells by environment key, and when the newest of them was published. */
export type Served = { cells: Record<string, FlagCell>; updatedMs: number }

/**
 * Cells that were put into words before, the oldest first. What a revision says of a flag never changes, so they hold for
 * as long as they are kept; only what was published since is read again.
 */
const known = new Map<string, FlagCell>()
const mostKnown = 100_000

/** What every environment of the project shows of its flags, by their keys. */
export async function cellsOf({ db, project }: ProjectCtx): Promise<Map<string, Served>> {
  const served = new Map<string, Served>()
  for (const { id, environment, heads } of await flagHeadNumbers(db, project)) {
    const unknown = heads.flatMap(([key, number]) => (known.has(place(id, key, number)) ? [] : [key]))
    const read = new Map<string, FlagCell>()
    for (const { key, number, document } of unknown.length > 0 ? await flagDocuments(db, id, unknown) : []) {
      // a flag's head
      const cell = cellView(number, document as FlagDocument)
      known.set(place(id, key, number), cell)
      read.set(key, cell)
    }
    for (const [key, number, publishedMs] of heads) {
      // between the two looks it may have been published anew, or archived
      const cell = known.get(place(id, key, number)) ?? read.get(key)
      if (cell === undefined) continue
      const row = served.get(key) ?? { cells: {}, updatedMs: 0 }
      row.cells[environment] = cell
      row.updatedMs = Math.max(row.updatedMs, publishedMs)
      served.set(key, row)
    }
  }
  forgetOldest()
  return served
}

/** The cells of flags as one environment had them once, by their keys. */
export async function pastCells(
  db: Db,
  environmentId: string,
  then: readonly FlagPosition[],
): Promise<ReadonlyMap<string, FlagCell>> {
  const cells = new Map<string, FlagCell>()
  const unknown: FlagPosition[] = []
  for (const position of then) {
    const [key, number] = position
    const cell = known.get(place(environmentId, key, number))
    if (cell) cells.set(key, cell)
    else unknown.push(position)
  }
  for (let from = 0; from < unknown.length; from += readAtOnce) {
    const entries = await flagEntries(db, environmentId, unknown.slice(from, from + readAtOnce))
    await inSlices(entries, ({ key, number, document }) => {
      const cell = cellView(number, document)
      cells.set(key, cell)
      known.set(place(environmentId, key, number), cell)
    })
  }
  forgetOldest()
  return cells
}

const readAtOnce = 1_000

const place = (environmentId: string, key: string, number: number) => `${environmentId} ${number} ${key}`

function forgetOldest(): void {
  for (const place of known.keys()) {
    if (known.size <= mostKnown) return
    known.delete(place)
  }
}
