import { sql } from 'kysely'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { keyOf } from './furnish.ts'
import { openTabs } from './tabs.ts'

const count = 10

/** Publishes a few times while tabs are open. Describes what each tab received, and when all had received it. */
export async function publishes(
  db: Db,
  url: string,
  cookie: string,
  project: string,
  tabs: number,
  send: (procedure: string, input: object) => Promise<void>,
): Promise<string> {
  const where = { project, environment: 'development' }
  const open = await openTabs(url, cookie, project, tabs)
  const quiet = open.received()
  const times: number[] = []
  let base = await head(db, project)
  for (let n = 0; n < count; n++) {
    const startedMs = performance.now()
    await send('flags.switch', { ...where, flag: keyOf(n), on: n % 3 === 0, base })
    await open.heard(n + 1)
    times.push(performance.now() - startedMs)
    base++
  }
  const perTab = (open.received() - quiet) / count / tabs
  times.sort((a, b) => a - b)
  open.close()
  return `${perTab.toFixed(0)} B a tab, all know after ${times[count / 2]?.toFixed(0)} / ${times.at(-1)?.toFixed(0)} ms`
}

async function head(db: Db, project: string): Promise<number> {
  const { rows } = await sql<{ headNumber: number }>`
    select head_number from environment join project on project.id = project_id
    where project.key = ${project} and environment.key = 'development'`.execute(db)
  return rows[0]?.headNumber ?? 0
}
