import path from 'node:path'
import { newFile } from '../../new-file.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { StartError } from '../../start-error.ts'
import { type ArchivedLink, checkArchive, digestOfFile, writeArchive } from './archive-file.ts'
import { type ArchivableRange, archiveChain, chainsOf, cutsBefore, linksBetween, lockChains } from './chain-queries.ts'

const pageSize = 2_000

export type Archive = {
  /** Events before this time were moved, except those that a webhook still needs and the last event of each chain. */
  until: Date
  events: number
}

/** Thrown if an archive could not be created. Nothing has changed in that case. */
export class ArchiveError extends StartError {}

/**
 * Moves all events older than `months` full months to a file, with their links. The file is written, synced and
 * verified as a complete chain before any event is deleted. The deletion and its own audit event commit in one
 * transaction. On failure, the file is a redundant copy and nothing is lost. Without such events, `events` is 0 and no
 * file is created.
 */
export const archiveAudit = (ctx: Ctx, input: { months: number; file: string }): Promise<Archive> => {
  const until = monthsBefore(ctx.now(), input.months)
  return inTransaction(ctx, async (tx) => {
    if (!(await lockChains(tx.db))) throw new ArchiveError('The audit log is being archived already.')
    const cuts = await cutsBefore(tx.db, until)
    if (cuts.length === 0) return { until, events: 0 }
    const events = await written(tx, input.file, until, cuts)
    const sha256 = await digestOfFile(input.file)
    for (const { to } of cuts) await archiveChain(tx.db, to)
    const chains = (await chainsOf(tx.db)).filter((one) => one.archivedPosition !== '0')
    await audit(tx, {
      action: 'audit.archive',
      subject: path.basename(input.file),
      after: {
        until: until.toISOString(),
        events,
        sha256,
        chains: chains.map((one) => ({
          id: one.id,
          position: Number(one.archivedPosition),
          hash: one.archivedHash?.toString('hex'),
        })),
      },
    })
    return { until, events }
  })
}

/**
 * Writes the file under a temporary name first, so that a file under the final name is always complete. Returns the
 * number of its links.
 */
async function written(tx: Ctx, file: string, until: Date, cuts: readonly ArchivableRange[]): Promise<number> {
  const stretches = cuts.map(({ chain, project, from, to }) => ({
    chain,
    project,
    from: placeOf(from),
    to: placeOf(to),
  }))
  return newFile(file, async (part) => {
    await writeArchive(part, until, stretches, linksOf(tx, cuts))
    const { problem, links } = await checkArchive(part)
    const expected = cuts.reduce((sum, { from, to }) => sum + to.position - from.position, 0)
    if (problem !== undefined || links !== expected)
      throw new ArchiveError(`The audit log is broken, and was not archived: ${problem ?? 'events are missing'}.`)
    return links
  })
}

const placeOf = ({ position, hash }: { position: number; hash: string }) => ({ position, hash })

async function* linksOf({ db }: Ctx, cuts: readonly ArchivableRange[]): AsyncGenerator<ArchivedLink> {
  for (const { chain, from, to } of cuts) {
    for (let after = from.position; after < to.position; ) {
      const page = await linksBetween(db, chain, after, to.position, pageSize)
      for (const { position, hash, content } of page)
        yield { chain, position: Number(position), hash: hash.toString('hex'), content: content ?? '' }
      const last = page.at(-1)
      if (!last) break
      after = Number(last.position)
    }
  }
}

/** Start of the UTC month that is `months` before the current one. */
const monthsBefore = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
