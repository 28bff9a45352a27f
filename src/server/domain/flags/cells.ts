import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { FlagCell } from '../../../shared/schemas/flag-view.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
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
    const place = (key: string, number: number) => `${id} ${number} ${key}`
    const unknown = heads.flatMap(([key, number]) => (known.has(place(key, number)) ? [] : [key]))
    const read = new Map<string, FlagCell>()
    for (const { key, number, document } of unknown.length > 0 ? await flagDocuments(db, id, unknown) : []) {
      // a flag's head
      const cell = cellView(number, document as FlagDocument)
      known.set(place(key, number), cell)
      read.set(key, cell)
    }
    for (const [key, number, publishedMs] of heads) {
      // between the two looks it may have been published anew, or archived
      const cell = known.get(place(key, number)) ?? read.get(key)
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

function forgetOldest(): void {
  for (const place of known.keys()) {
    if (known.size <= mostKnown) return
    known.delete(place)
  }
}
