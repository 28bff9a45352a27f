import type { z } from 'zod'
import { filterRows, needsOf } from '../../../shared/features/flags/filter/filter.ts'
import type { FlagOrder } from '../../../shared/features/flags/filter/order.ts'
import type { FlagList, FlagRow, ListFlagsInput } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagState } from '../../../shared/features/insights/schemas/insights.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { pageAfter, readCursor, rowsOfPage, writeCursor } from './page.ts'
import { projectIndexOf } from './project-indexes.ts'
import { flagsByKeys, headsOfFlags, keysAfter } from './queries.ts'
import { cellView, flagLine } from './view.ts'

type Input = Partial<Omit<z.output<typeof ListFlagsInput>, 'project'>>

/**
 * Loads the states of the project's flags. Injected because a later module computes them. Called only if a filter needs
 * them.
 */
export type LoadFlagStates = () => Promise<ReadonlyMap<string, FlagState>>

const noStates: LoadFlagStates = async () => new Map()

/** Lists a page of the active (or archived) flags that match a filter, sorted, with what each environment serves. */
export async function listFlags(ctx: ProjectCtx, input: Input, statesOf = noStates): Promise<FlagList> {
  const environments = await listEnvironments(ctx)
  const size = rowsOfPage(input.limit, environments.length)
  const { keys, total, next } = await keysOfPage(ctx, input, size, statesOf)
  return { environments, rows: await rowsOf(ctx, keys), total, next }
}

async function keysOfPage(ctx: ProjectCtx, input: Input, size: number, statesOf: LoadFlagStates) {
  const { archived = false, query = '', sort } = input
  const after = readCursor(input.cursor)
  if (query === '' && sort === undefined) {
    const { keys, total } = await keysAfter(ctx.db, ctx.project, archived, after?.[1] ?? '', size + 1)
    const page = keys.slice(0, size)
    const last = page.at(-1)
    return { keys: page, total, next: keys.length > size && last !== undefined ? writeCursor(['', last]) : null }
  }
  const found = await searchFlags(ctx, { archived, query, sort }, statesOf)
  const { page, next } = pageAfter(found, sort, after, size)
  return { keys: page.map(({ flag }) => flag.key), total: found.length, next }
}

export async function searchFlags(
  ctx: ProjectCtx,
  { archived, query, sort }: { archived: boolean; query: string; sort?: FlagOrder | undefined },
  statesOf = noStates,
) {
  const needs = needsOf(query)
  const index = projectIndexOf(ctx)
  const flags = await index.flags(ctx, needs.cells || sort === 'updated', sort)
  const stateOf = needs.states && !archived ? await statesOf() : undefined
  const asked = flags.filter(({ flag }) => (flag.archivedAt !== null) === archived)
  return filterRows(asked, query, { nowMs: ctx.now().getTime(), stateOf, environments: index.environments })
}

async function rowsOf(ctx: ProjectCtx, keys: readonly string[]): Promise<FlagRow[]> {
  const flags = new Map((await flagsByKeys(ctx.db, ctx.project, keys)).map((flag) => [flag.key, flag]))
  const served = new Map<string, { cells: FlagRow['cells']; updatedAt: Date }>()
  for (const { key, environment, number, document, publishedAt } of await headsOfFlags(ctx.db, ctx.project, keys)) {
    const row = served.get(key) ?? { cells: {}, updatedAt: publishedAt }
    // Safe cast: this is a flag's head.
    row.cells[environment] = cellView(number, document as FlagDocument)
    if (publishedAt > row.updatedAt) row.updatedAt = publishedAt
    served.set(key, row)
  }
  return keys.flatMap((key) => {
    const flag = flags.get(key)
    if (flag === undefined) return []
    const { cells = {}, updatedAt = flag.createdAt } = served.get(key) ?? {}
    return [{ flag: flagLine(flag), cells, updatedAt: updatedAt.toISOString() }]
  })
}
