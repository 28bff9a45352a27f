import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ItemList, ListItemsInput } from '../../../shared/features/imports/schemas/import.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { splitMapping } from './mapping.ts'
import { findImportSource, itemsOf, lastRuns } from './queries.ts'
import { statusesOf } from './status-queries.ts'

/** Lists a page of the items of a source's last run that match a filter, in order. */
export async function listItems(ctx: ProjectCtx, input: z.output<typeof ListItemsInput>): Promise<ItemList> {
  const source = await findImportSource(ctx.db, ctx.project, input.source)
  const [run] = source ? await lastRuns(ctx.db, [source.id]) : []
  if (!source || !run) throw new FanionError('import/not-found')
  const ours = (await listEnvironments(ctx)).map(({ key }) => key)
  const { there, fresh } = splitMapping(run.mapping, ours)
  const asked = { project: ctx.project, source: source.id, run: run.id, mapping: there, fresh: Object.keys(fresh) }
  const statuses = new Map((await statusesOf(ctx.db, asked)).map((one) => [one.position, one.status]))
  const query = input.query.toLowerCase()
  const found = (await itemsOf(ctx.db, run.id))
    .map(({ position, item }) => ({ ...item, position, status: statuses.get(position) ?? ('new' as const) }))
    .filter(
      (item) =>
        (input.verdict === undefined || item.verdict === input.verdict) &&
        (input.status === undefined || item.status === input.status) &&
        (query === '' || `${item.key} ${item.theirs} ${item.name}`.toLowerCase().includes(query)),
    )
  const behind = found.filter(({ position }) => input.cursor == null || position > input.cursor)
  const items = behind.slice(0, input.limit)
  const last = items.at(-1)
  return { items, total: found.length, next: last && behind.length > items.length ? last.position : null }
}
