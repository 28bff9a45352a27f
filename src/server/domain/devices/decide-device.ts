import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Tx } from '../../db/pool.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { decideRequest } from './queries.ts'

type Decision = Parameters<typeof decideRequest>[2]

/** Decides a request that still waits; `device/not-found` where somebody was quicker. */
export async function decideDevice(tx: Ctx & { readonly db: Tx }, id: string, decision: Decision): Promise<void> {
  if (!(await decideRequest(tx.db, id, decision))) throw new FanionError('device/not-found')
}
