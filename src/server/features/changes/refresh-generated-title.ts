import { generateTitle } from '../../../shared/text/diff/generate-title.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { documentsAtBases } from './entry-queries.ts'
import { type LoadedChange, loadChange } from './load-change.ts'
import { findChange, updateChange } from './queries.ts'

/** The title that would be generated from a change's entries. */
async function titleBy(ctx: ProjectCtx, { proposals }: LoadedChange): Promise<string> {
  const places = proposals.map(({ environment, entry: { kind, key }, base }) => ({
    ...{ environmentId: environment.id, kind, key, base },
  }))
  const before = await documentsAtBases(ctx.db, places)
  return generateTitle(
    proposals.map(({ environment, entry: { kind, key, document } }, index) => ({
      ...{ kind, key, document, where: environment.name },
      before: before[index] ?? null,
    })),
  )
}

/** Regenerates a change's title if its entries have changed since `before`. Titles written by a user are kept. */
export async function refreshGeneratedTitle(
  ctx: ProjectCtx & { readonly db: Tx },
  before: LoadedChange,
): Promise<void> {
  const { row } = before
  if (row.title !== (await titleBy(ctx, before))) return
  const now = await loadChange(ctx, row.number, await findChange(ctx.db, ctx.project, row.number))
  const title = await titleBy(ctx, now)
  if (title !== row.title) await updateChange(ctx.db, row.id, { title })
}
