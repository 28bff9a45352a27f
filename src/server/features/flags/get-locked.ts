import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { getFlag } from './get-flag.ts'
import { flagsByKeys, lockFlags } from './queries.ts'

/**
 * Returns the rows of flags without duplicates and locks them until the transaction ends. Always locks in key order.
 */
export async function getLocked(ctx: ProjectCtx & { readonly db: Tx }, keys: readonly string[]) {
  const asked = [...new Set(keys)].sort()
  await lockFlags(ctx.db, ctx.project, asked)
  const found = new Map((await flagsByKeys(ctx.db, ctx.project, asked)).map((row) => [row.key, row]))
  const rows: Awaited<ReturnType<typeof getFlag>>[] = []
  // for a missing one, `getFlag` throws with a suggestion
  for (const key of asked) rows.push(found.get(key) ?? (await getFlag(ctx, key)))
  return rows
}
