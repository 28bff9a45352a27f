import type { z } from 'zod'
import { filterRows } from '../../../shared/features/flags/filter/filter.ts'
import type { FlagList, FlagRow, FlagsAsOfInput } from '../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Db } from '../../platform/db/pool.ts'
import { BoundedCache } from '../../platform/kernel/bounded-cache.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { type ProvenEnvironment, proveEnvironments } from '../../platform/kernel/scope.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { datedDocumentsOf, revisionAt } from '../publishing/history-queries.ts'
import { readCursor, rowsOfPage, writeCursor } from './page.ts'
import { projectIndexOf } from './project-indexes.ts'
import { cellView } from './view.ts'

/** Maximum number of flags checked per page. A narrow filter may match few of them. */
const lookedAt = 1_000

/**
 * Lists a page of the flags that existed somewhere at a past time by key, including those archived since, with what
 * each environment served then. Names, tags and owners are the current ones. With a narrow filter, a page may have few
 * or no rows and still have a next page. The total is known only if one page contains all rows.
 */
export async function listAsOf(
  ctx: ProjectCtx,
  input: Pick<z.input<typeof FlagsAsOfInput>, 'at' | 'query' | 'cursor' | 'limit'>,
): Promise<FlagList> {
  const environments = await proveEnvironments(ctx.db, ctx.project)
  const then = await Promise.all(
    environments.map(async (environment) => {
      const newest = await revisionAt(ctx.db, environment, new Date(input.at))
      return { environment, number: newest?.number ?? 0 }
    }),
  )
  const after = readCursor(input.cursor)?.[1] ?? ''
  const size = rowsOfPage(input.limit, environments.length)
  const all = (await projectIndexOf(ctx).flags(ctx, false)).filter(({ flag }) => flag.key > after)
  const rows: FlagRow[] = []
  let at = 0
  while (rows.length < size && at < Math.min(all.length, lookedAt)) {
    const some = all.slice(at, at + size).map(({ flag }) => flag)
    const served = await servedThen(
      ctx,
      then,
      some.map(({ key }) => key),
    )
    const there = some.flatMap((flag) => {
      const seen = served.get(flag.key)
      return seen ? [{ flag, cells: seen.cells, updatedAt: seen.updatedAt.toISOString() }] : []
    })
    rows.push(...filterRows(there, input.query ?? '', { nowMs: ctx.now().getTime() }))
    at += some.length
  }
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1)?.flag.key : all[at - 1]?.flag.key
  const isEnd = rows.length <= size && at >= all.length
  const numbers = new Map(then.map(({ environment, number }) => [environment.key, number]))
  return {
    environments: (await listEnvironments(ctx)).map((one) => ({ ...one, revision: numbers.get(one.key) ?? 0 })),
    rows: shown,
    total: isEnd && after === '' ? shown.length : null,
    next: isEnd || last === undefined ? null : writeCursor(['', last]),
  }
}

type PastFlagRow = { readonly key: string; readonly cell: FlagRow['cells'][string]; readonly publishedAt: Date }

/** Cells of past revisions, which never change. By environment, revision and flags. Limited by the number of cells. */
const past = new BoundedCache<readonly PastFlagRow[]>(100_000)

async function cellsThen(db: Db, environment: ProvenEnvironment, number: number, keys: readonly string[]) {
  const place = `${environment.id} ${number} ${keys.join(' ')}`
  const known = past.get(place)
  if (known) return known
  const subjects = keys.map((key) => ({ kind: 'flag' as const, key }))
  const dated = await datedDocumentsOf(db, environment, number, subjects)
  const found = dated.map((one): PastFlagRow => {
    // Safe cast: this is a flag's document.
    const cell = cellView(one.number, one.document as FlagDocument)
    return { key: one.key, cell, publishedAt: one.publishedAt }
  })
  // missing flags count too, because they are part of the key
  past.set(place, found, keys.length + 1)
  return found
}

async function servedThen(
  { db }: ProjectCtx,
  then: readonly { environment: ProvenEnvironment; number: number }[],
  keys: readonly string[],
) {
  const served = new Map<string, { cells: FlagRow['cells']; updatedAt: Date }>()
  for (const { environment, number } of then) {
    for (const { key, cell, publishedAt } of await cellsThen(db, environment, number, keys)) {
      const row = served.get(key) ?? { cells: {}, updatedAt: publishedAt }
      row.cells[environment.key] = cell
      if (publishedAt > row.updatedAt) row.updatedAt = publishedAt
      served.set(key, row)
    }
  }
  return served
}
