import type { AuditCheckpoint } from '../../../shared/features/audit/schemas/audit.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { lockChains, newestOf, recordGrownChains } from './chain-queries.ts'

const chainsAtMost = 10_000
const dayMs = 24 * 3_600_000

/**
 * Records the heads of all project chains that have grown since the last checkpoint in the instance's chain. The last
 * link of that chain, kept elsewhere, then vouches for all chains. Records nothing if no chain has grown or another
 * checkpoint is running.
 */
export const checkpointAudit = (ctx: Ctx): Promise<AuditCheckpoint> =>
  inTransaction(ctx, async (tx) => {
    const grown = (await lockChains(tx.db)) ? await recordGrownChains(tx.db, chainsAtMost) : []
    if (grown.length === 0) return { chains: 0 }
    const chains = grown.map(({ chain, position, hash }) => ({ id: chain, position, hash }))
    await audit(tx, { action: 'audit.checkpoint', subject: 'audit', after: { chains } })
    return { chains: chains.length }
  })

/** Creates a checkpoint unless the last one is less than a day old. */
export async function checkpointDaily(ctx: Ctx): Promise<void> {
  const last = await newestOf(ctx.db, 'audit.checkpoint')
  if (!last || ctx.now().getTime() - last.at.getTime() >= dayMs) await checkpointAudit(ctx)
}
