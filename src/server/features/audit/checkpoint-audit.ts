import type { AuditCheckpoint } from '../../../shared/features/audit/schemas/audit.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { lockChains, newestOf, noteGrownChains } from './chain-queries.ts'

const chainsAtMost = 10_000
const dayMs = 24 * 3_600_000

/**
 * Records in the installation's chain where the chains of projects stand that have grown since the last time. So the last
 * link of one chain, noted down, vouches for all. Nothing is recorded where nothing has grown, or somebody else is at it.
 */
export const checkpointAudit = (ctx: Ctx): Promise<AuditCheckpoint> =>
  inTransaction(ctx, async (tx) => {
    const grown = (await lockChains(tx.db)) ? await noteGrownChains(tx.db, chainsAtMost) : []
    if (grown.length === 0) return { chains: 0 }
    const chains = grown.map(({ chain, position, hash }) => ({ id: chain, position, hash }))
    await audit(tx, { action: 'audit.checkpoint', subject: 'audit', after: { chains } })
    return { chains: chains.length }
  })

/** The same, unless it was done within a day. */
export async function checkpointDaily(ctx: Ctx): Promise<void> {
  const last = await newestOf(ctx.db, 'audit.checkpoint')
  if (!last || ctx.now().getTime() - last.at.getTime() >= dayMs) await checkpointAudit(ctx)
}
