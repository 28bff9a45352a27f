import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { furnish } from '../../../../bench/limits/furnish.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { statementsOf, workOf } from '../../../../tests/support/statements.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { listFlags } from './list-flags.ts'

const { db, url } = await testDatabase()
const [flags, environments, rows, revisions] = [2_000, 6, 20, 500]
let project: ProjectCtx

// Simulates an installation after some days: PostgreSQL has no statistics about the number of environments, and their
// logs are long.
beforeAll(async () => {
  project = await furnish(db, 'many', flags, environments)
  const { id } = project.project
  await sql`update flag set archived_at = now() where project_id = ${id} and right(key, 1) = '7'`.execute(db)
  await sql`
    insert into revision (environment_id, number, published_at, actor_kind, actor_name, message, digest)
    select id, head_number + n, now() + n * interval '1 s', 'system', 'test', '', '' from environment
    cross join generate_series(1, ${revisions}::int) as n where project_id = ${id}`.execute(db)
  await sql`vacuum analyze revision`.execute(db)
})

const queries = ['', 'checkout', 'on:production', '-is:everywhere', 'is:ruled updated:<90d', 'tag:team-1 owner:none']
const orders = [undefined, 'name', 'updated'] as const
const forms = queries.flatMap((query) =>
  orders.flatMap((sort) => [false, true].map((archived) => ({ query, sort, archived }))),
)
/**
 * Pages read per cell: the cell and its revision are looked up by key, in three index or table pages each, plus the
 * row.
 */
const pagesOfCell = 8
/** Pages read to count the flags and select those of the page. */
const pagesOfFlags = flags / 10

describe('a page of the flag list', () => {
  it('costs what its own rows cost, in every order, with every filter, wherever it is', async () => {
    const costs: { form: object; statements: number; pages: number }[] = []
    for (const form of forms) {
      const { next } = await listFlags(project, { ...form, limit: 50 })
      for (const cursor of [null, next]) {
        const { told } = await statementsOf(() => listFlags(project, { ...form, cursor, limit: rows }))
        const pages = (await workOf(url, told)).reduce((sum, one) => sum + one.pages, 0)
        costs.push({ form: { ...form, cursor }, statements: told.length, pages })
      }
    }
    const most = pagesOfCell * rows * environments + pagesOfFlags
    expect(costs.filter(({ statements, pages }) => statements > 6 || pages > most)).toEqual([])
  })
})
