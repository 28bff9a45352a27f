import { plannedShares } from '../../../shared/datafile/shares.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Flag, FlagCell, FlagLine } from '../../../shared/schemas/flag-view.ts'
import { summary } from '../../../shared/text/rules/sentence.ts'
import type { findFlag } from './queries.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findFlag>>>

/** A flag as the API shows it. */
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
})

/** A flag as lists show it. */
export const flagLine = (row: Row): FlagLine => {
  const { id: _, createdBy: __, ...line } = flagView(row)
  return line
}

/** What one environment's column of the flag list shows. */
export const cellView = (number: number, document: FlagDocument): FlagCell => ({
  on: document.on,
  rules: document.rules.length,
  revision: number,
  summary: shortened(summary(document)),
  planned: plannedShares(document)?.map(({ variant, weight }) => [variant, weight]) ?? null,
  off: document.offVariant,
})

/** What fits a cell, however many variants a split has. */
const shortened = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text)

const person = (id: string | null, name: string | null) => (id !== null && name !== null ? { id, name } : null)
