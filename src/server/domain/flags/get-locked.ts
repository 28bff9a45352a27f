import type { Tx } from '../../db/pool.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { getFlag } from './get-flag.ts'
import { lockFlag } from './queries.ts'

/** The rows of flags, each once and held until the transaction ends; locked in the order of their keys, whoever asks. */
export async function getLocked(ctx: ProjectCtx & { readonly db: Tx }, keys: readonly string[]) {
  const rows: Awaited<ReturnType<typeof getFlag>>[] = []
  for (const key of [...new Set(keys)].sort()) {
    await lockFlag(ctx.db, ctx.project, key)
    rows.push(await getFlag(ctx, key))
  }
  return rows
}
