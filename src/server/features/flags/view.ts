import type { Flag, FlagCell, FlagLine } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { cellServesOf } from '../../../shared/text/rules/served-summary.ts'
import type { findFlag } from './queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findFlag>>>

export const flagView = (row: Row): Flag => ({
  id: row.id,
  key: row.key,
  name: row.name,
  description: row.description,
  type: row.type,
  variants: row.variants,
  tags: row.tags,
  owner: person(row.ownerId, row.ownerName),
  permanence: row.permanence,
  expectedEnd: row.expectedEnd?.toISOString() ?? null,
  visibleToClients: row.visibleToClients,
  createdAt: row.createdAt.toISOString(),
  createdBy: person(row.creatorId, row.creatorName),
  archivedAt: row.archivedAt?.toISOString() ?? null,
  keptIn: row.keptIn,
})

export const flagLine = (row: Row): FlagLine => {
  const { id: _, createdBy: __, ...line } = flagView(row)
  return line
}

/** Maximum number of shares of a split that a cell contains. */
const sharesInCell = 4

/** A cell of the flag list: the state of a flag in one environment. */
export const cellView = (number: number, document: FlagDocument): FlagCell => ({
  on: document.on,
  rules: document.rules.length,
  revision: number,
  serves: cellServesOf(document, sharesInCell),
  off: document.offVariant,
})

const person = (id: string | null, name: string | null) => (id !== null && name !== null ? { id, name } : null)
