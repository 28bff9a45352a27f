import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aProject, contextOf, inEnvironment } from '../../../../tests/support/people.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { listFlags } from './list-flags.ts'
import { switchFlag } from './switch-flag.ts'
import { warmIndexes } from './warm-indexes.ts'

describe('the indexes of projects', async () => {
  const { db } = await testDatabase()
  const system = contextOf(db, { kind: 'system', id: null, name: 'Fanion' })
  /** A project with two flags, one of which is on in development. */
  const aFurnished = async () => {
    const { project } = await aProject(db)
    await aLiveFlag(project, 'checkout')
    await aLiveFlag(project, 'banner', [])
    return project
  }
  const on = async (project: ProjectCtx) => {
    const { rows } = await listFlags(project, { query: 'on:development' })
    return rows.map(({ flag }) => flag.key)
  }
  /** Modifies a document in place, bypassing the log, so that tests can detect if a document is read again. */
  const turnedOff = async (project: ProjectCtx) => {
    const { environment } = await inEnvironment(project)
    await sql`
      update head set document = jsonb_set(document::jsonb, '{on}', 'false')::json
      where environment_id = ${environment.id}`.execute(db)
  }

  it('are read before anybody asks: the first filter reads no document', async () => {
    const project = await aFurnished()
    await warmIndexes(system)
    await turnedOff(project)
    expect(await on(project)).toEqual(['checkout'])
  })

  it('know what is published after that', async () => {
    const project = await aFurnished()
    await warmIndexes(system)
    const there = await inEnvironment(project)
    const { headNumber: base } = await db
      .selectFrom('environment')
      .select('headNumber')
      .where('id', '=', there.environment.id)
      .executeTakeFirstOrThrow()
    await switchFlag(there, {
      project: project.project.key,
      environment: 'development',
      flag: 'banner',
      on: true,
      base,
    })
    expect((await on(project)).sort()).toEqual(['banner', 'checkout'])
  })

  it('are whole where they are read in many slices', async () => {
    const { project: big } = await aProject(db)
    await aLiveFlag(big, 'first')
    const { environment } = await inEnvironment(big)
    const keys = Array.from({ length: 1_300 }, (_, at) => `flag-${at}`)
    await sql`
      insert into flag (id, project_id, key, name, description, type, variants, permanence, visible_to_clients, created_at)
      select gen_random_uuid(), ${big.project.id}, key, key, '', 'boolean', '{on,off}', 'temporary', false, now()
      from unnest(${keys}::text[]) as key`.execute(db)
    await sql`
      insert into head (environment_id, kind, key, number, document)
      select ${environment.id}, 'flag', one.key, head.number, replace(head.document::text, '"first"', to_json(one.key)::text)::json
      from unnest(${keys}::text[]) as one (key), head
      where environment_id = ${environment.id} and head.key = 'first'`.execute(db)
    await warmIndexes(system)
    const { total } = await listFlags(big, { query: 'on:development', limit: 1 })
    expect(total).toBe(1_301)
  })

  it('are left alone when the server stops', async () => {
    const project = await aFurnished()
    await warmIndexes(system, () => true)
    await turnedOff(project)
    expect(await on(project)).toEqual([])
  })
})
