import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { AuditVerification, VerifyAuditInput } from '../../../shared/schemas/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { countUnchained, hashAt, type Link, linksAfter } from './queries.ts'

/** The hash before the first link. */
const genesis = Buffer.alloc(32)

/**
 * Recomputes a stretch of the audit trail's chain: each hash is SHA-256 over the hash before it and the event's content.
 * An event that was altered, removed, added or moved behind the database's back shows as broken or unchained.
 */
export async function verifyAudit(
  ctx: Pick<Ctx, 'db'>,
  input: z.output<typeof VerifyAuditInput>,
): Promise<AuditVerification> {
  const { after, limit } = input
  const links = await linksAfter(ctx.db, after, limit)
  const broken: AuditVerification['broken'] = []
  let before = after === 0 ? genesis : ((await hashAt(ctx.db, after)) ?? genesis)
  let expected = after
  for (const link of links) {
    expected += 1
    const problem = problemOf(link, expected, before)
    if (problem) broken.push({ position: Number(link.position), sequence: Number(link.sequence), problem })
    before = link.hash
    expected = Number(link.position)
  }
  const last = links.at(-1)
  const next = links.length === limit ? expected : null
  return {
    checked: links.length,
    last: last ? { position: Number(last.position), hash: last.hash.toString('hex') } : null,
    broken,
    next,
    unchained: next === null ? await countUnchained(ctx.db) : 0,
  }
}

function problemOf({ position, hash, content }: Link, expected: number, before: Buffer): string | undefined {
  if (Number(position) !== expected) return `links ${expected} to ${Number(position) - 1} are missing`
  if (content === null) return 'the event is missing'
  const computed = createHash('sha256').update(before).update(content, 'utf8').digest()
  return computed.equals(hash) ? undefined : 'the event is not what was recorded'
}
