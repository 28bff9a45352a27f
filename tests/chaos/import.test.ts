import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openDb } from '../../src/server/platform/db/pool.ts'
import { ImportSource } from '../../src/shared/features/imports/schemas/import.ts'
import { seeded } from '../../src/shared/vendors/importing/seeded.ts'
import { bundleOf, flagdFlag } from '../support/bundles.ts'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'
import { suiteSeed } from '../support/seed.ts'
import { anOwner } from '../support/server.ts'

const kills = Number(process.env['FANION_IMPORT_KILLS'] ?? 4)
const flags = 200

const folder = await aFolder('import-chaos')

it('an import, and an undo, is all there or nothing of it, whenever the server is killed', {
  timeout: 300_000,
}, async () => {
  const { url: databaseUrl } = await testDatabase(1)
  const settings = {
    DATABASE_URL: databaseUrl,
    FANION_DATA_DIR: folder,
    FANION_SECRET: 'of this test',
    LOG_LEVEL: 'error',
  }
  const db = openDb(databaseUrl, 1, () => undefined)
  const random = seeded(suiteSeed)
  const names = Array.from({ length: flags }, (_, i) => `flag-${i}`)
  const files = Object.fromEntries(
    ['production', 'staging'].map((name) => [
      `flags.${name}.json`,
      { flags: Object.fromEntries(names.map((key) => [key, flagdFlag({ defaultVariant: 'on' })])) },
    ]),
  )
  /** The stored data of a project: rows of flags, and heads and revisions by environment. */
  const there = async (project: string) => {
    const row = await db.selectFrom('project').select('id').where('key', '=', project).executeTakeFirstOrThrow()
    const rows = await db.selectFrom('flag').select('id').where('projectId', '=', row.id).execute()
    const environments = await db
      .selectFrom('environment')
      .leftJoin('head', 'head.environmentId', 'environment.id')
      .select((eb) => ['environment.key', 'environment.headNumber', eb.fn.count('head.key').as('heads')])
      .where('environment.projectId', '=', row.id)
      .groupBy(['environment.key', 'environment.headNumber'])
      .execute()
    return {
      rows: rows.length,
      heads: environments.map(({ heads }) => Number(heads)),
      revisions: environments.map(({ headNumber }) => headNumber),
    }
  }
  const nothing = { rows: 0, heads: [0, 0, 0], revisions: [0, 0, 0] }
  const all = { rows: flags, heads: [flags, flags, flags], revisions: [1, 1, 1] }
  const undone = { rows: 0, heads: [0, 0, 0], revisions: [2, 2, 2] }
  const seen = new Map<string, number>()
  for (let kill = 0; kill < kills; kill += 1) {
    const server = startProcess(settings)
    const url = await server.ready
    const { api, fetch, project } = await anOwner(url)
    const upload = await fetch(`${url}/import/v1/bundles?project=${project}`, {
      method: 'POST',
      body: new Uint8Array(bundleOf(files)),
    })
    const source = ImportSource.parse(await upload.json())
    const undoing = kill % 2 === 1
    const act = () => api.imports.applyRun.mutate({ project, source: source.number, run: 1 })
    if (undoing) await act()
    const under = undoing ? api.imports.undo.mutate({ project, source: source.number }) : act()
    under.catch(() => undefined)
    await wait(random() * 400)
    server.kill('SIGKILL')
    await server.exited
    const found = await there(project)
    const name = JSON.stringify(found)
    seen.set(name, (seen.get(name) ?? 0) + 1)
    expect(undoing ? [all, undone] : [nothing, all]).toContainEqual(found)
  }
  console.log(`${kills} kills: ${[...seen].map(([state, times]) => `${times} × ${state}`).join(', ')}`)
  await db.destroy()
})
