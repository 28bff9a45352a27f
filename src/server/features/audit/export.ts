import type { z } from 'zod'
import type { AuditEvent, AuditFilter } from '../../../shared/features/audit/schemas/audit.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { columnsOf } from './list-audit-events.ts'
import { eventsOf } from './queries.ts'
import { eventView } from './view.ts'

export type ExportFormat = 'jsonl' | 'csv'

const pageSize = 1_000

/**
 * Exports the matching events, newest first, as lines: JSON objects, or CSV with a header (RFC 4180). Events are read
 * page by page, so the size is unlimited. The export itself is audited.
 */
export async function exportEvents(
  ctx: Ctx,
  filter: z.output<typeof AuditFilter>,
  format: ExportFormat,
): Promise<AsyncGenerator<string>> {
  const columns = await columnsOf(ctx, filter)
  await inTransaction(ctx, (tx) => audit(tx, { action: 'audit.export', subject: format, after: filter }))
  return lines(ctx, columns, formats[format])
}

type Format = { header: string; line: (event: AuditEvent) => string }

async function* lines(ctx: Ctx, columns: Awaited<ReturnType<typeof columnsOf>>, { header, line }: Format) {
  yield header
  for (let before: number | undefined, more = true; more; ) {
    const page = await eventsOf(ctx.db, { ...columns, before, limit: pageSize })
    yield page.map((row) => line(eventView(row))).join('')
    before = Number(page.at(-1)?.sequence)
    more = page.length === pageSize
  }
}

const header =
  'sequence,id,at,actorKind,actorId,actor,action,subject,project,environment,before,after,requestId,address,userAgent'

const csvLine = (event: AuditEvent): string =>
  [
    event.sequence,
    event.id,
    event.at,
    event.actor.kind,
    event.actor.id,
    event.actor.name,
    event.action,
    event.subject,
    event.project,
    event.environment,
    event.before === null ? null : JSON.stringify(event.before),
    event.after === null ? null : JSON.stringify(event.after),
    event.requestId,
    event.address,
    event.userAgent,
  ]
    .map(cell)
    .join(',')
    .concat('\r\n')

/** A quoted CSV cell. Text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
const cell = (value: string | number | null): string => {
  const text = String(value ?? '')
  const safe = startsFormula(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/**
 * Whether a spreadsheet may read the text as a formula: it starts with a tab or line end, or with `=`, `+`, `-` or `@`
 * in any Unicode width or size, even after invisible characters.
 */
const startsFormula = (text: string): boolean =>
  /^[\t\r\n]/.test(text) ||
  /^[=+\-\u2212@]/.test(
    text
      .replace(/^[\s\p{Default_Ignorable_Code_Point}]+/u, '')
      .slice(0, 1)
      .normalize('NFKC'),
  )

const formats: Record<ExportFormat, Format> = {
  jsonl: { header: '', line: (event) => `${JSON.stringify(event)}\n` },
  csv: { header: `${header}\r\n`, line: csvLine },
}
