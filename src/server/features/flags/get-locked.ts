import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { getFlag } from './get-flag.ts'
import { flagsByKeys, lockFlags } from './queries.ts'

/** The rows of flags, each once and held until the transaction ends; locked in the order of their keys, whoever asks. */
export async function getLocked(ctx: ProjectCtx & { readonly db: Tx }, keys: readonly string[]) {
  const asked = [...new Set(keys)].sort()
  await lockFlags(ctx.db, ctx.project, asked)
  const found = new Map((await flagsByKeys(ctx.db, ctx.project, asked)).map((row) => [row.key, row]))
  const rows: Awaited<ReturnType<typeof getFlag>>[] = []
  // one that is not there is refused with what was meant
  for (const key of asked) rows.push(found.get(key) ?? (await getFlag(ctx, key)))
  return rows
}
