import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { releasedSchema } from '../../migrations/released.ts'
import { createFanion, defineFlags } from '../../src/client/sdk/node/index.ts'
import { environmentDigests } from '../../src/server/commands/backup/environment-digests.ts'
import { verifyAll } from '../../src/server/features/audit/verify-all.ts'
import { emptyDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'
import { hasReleased, releasedServer } from '../support/released.ts'
import { aBrowser } from '../support/server.ts'
import { load } from './load.ts'
import { fillHttpWorld, until } from './world.ts'

const flags = defineFlags({ checkout: { type: 'boolean', default: false } })
const context = { targetingKey: 'user-1' }

describe('an upgrade by one version', () => {
  it.skipIf(!hasReleased)(
    `has servers of both serve at once: nothing fails, nothing is lost${hasReleased ? '' : ' (the history of these sources ends before the last release)'}`,
    async () => {
      const { db, url: databaseUrl } = await emptyDatabase()
      const FANION_DATA_DIR = await aFolder('rolling-upgrade')
      const env = {
        ...{ DATABASE_URL: databaseUrl, DATABASE_POOL: '5', FANION_DATA_DIR, LOG_LEVEL: 'error' },
        ...{ FANION_SECRET: 'the same on every server of an installation', FANION_REQUESTS_PER_MINUTE: '0' },
      }
      const program = await releasedServer()
      const before = startProcess(env, program)
      const url = await before.ready
      expect(await migrationsOf(db)).toEqual(Object.keys(migrations).filter((name) => name <= releasedSchema))
      const { owner, project, where, serverKey, bearer } = await fillHttpWorld({ url })
      const asked = { ...bearer, 'content-type': 'application/json' }

      const published: { at: string; number: number }[] = []
      const publishing = (at: string) => {
        const { api } = aBrowser(at, owner.cookie())
        let on = false
        return load(async () => {
          const { revision = 0 } =
            (await api.environments.list.query({ project })).find(({ key }) => key === 'development') ?? {}
          const { number } = await api.flags.switch.mutate({ ...where, flag: 'checkout', on, base: revision })
          published.push({ at, number })
          on = !on
        })
      }
      const evaluating = (at: string) =>
        load(async () => {
          const body = JSON.stringify({ context })
          const response = await fetch(`${at}/ofrep/v1/evaluate/flags/checkout`, {
            method: 'POST',
            headers: asked,
            body,
          })
          const text = await response.text()
          if (response.status !== 200) throw new Error(`OFREP answered ${response.status}: ${text}`)
        })
      const aProgram = async (at: string) => {
        const made = createFanion({ url: at, key: serverKey.text, flags, telemetry: false })
        onTestFinished(() => made.close())
        expect(await made.ready({ timeoutMs: 30_000 })).toMatchObject({ ready: true })
        return made
      }
      const programs = [await aProgram(url)]

      const evaluatingThere = evaluating(url)
      const publishingThere = publishing(url)
      await until(() => published.length > 5, 'it is published before')
      // The server of the new version migrates, and runs alongside the old one.
      const after = startProcess(env)
      const newUrl = await after.ready
      expect(await migrationsOf(db)).toEqual(Object.keys(migrations))
      // A publish that waits for a table while it is altered fails as a whole.
      const meanwhile = await publishingThere()
      expect(meanwhile.failures.filter((why) => !why.includes('Something went wrong on the server'))).toEqual([])
      expect(meanwhile.failures.length).toBeLessThan(meanwhile.times / 2)
      const done: (typeof meanwhile)[] = []
      programs.push(await aProgram(newUrl))
      const evaluatingHere = evaluating(newUrl)

      // Users may be on either server: both servers' SDKs get what one of them publishes.
      for (const at of [newUrl, url, newUrl, url]) {
        const [sofar, publishingAt] = [published.length, publishing(at)]
        await until(() => published.length > sofar + 5, 'it is published by either')
        done.push(await publishingAt())
      }
      const newest = published.at(-1)?.number
      await until(() => programs.every(({ status }) => status.revision === newest), 'both applications have it')

      // A server of the previous version that starts now reports why it cannot.
      const late = startProcess(env, program)
      expect(await late.exited).toBe(1)
      expect(late.output()).toContain('The database was made by a newer Fanion')

      const evaluated = [await evaluatingThere(), await evaluatingHere()]
      expect([...done, ...evaluated].flatMap(({ failures }) => failures)).toEqual([])
      for (const server of [before, after]) server.kill('SIGTERM')
      expect([await before.exited, await after.exited]).toEqual([0, 0])
      const { rows: counted } = await sql`select sum(count)::int as evaluations from evaluation_count`.execute(db)
      expect(counted).toEqual([{ evaluations: evaluated.reduce((sum, { times }) => sum + times, 0) }])

      const { rows: kept } = await sql<{ number: number }>`
        select number from revision join environment on environment.id = environment_id and key = 'development'
        order by number`.execute(db)
      expect(published.filter(({ number }) => !kept.some((row) => row.number === number))).toEqual([])
      expect(kept.map(({ number }) => number)).toEqual(kept.map((_, at) => at + 1))
      const { rows: told } = await sql<{ digest: string }>`
        select distinct on (environment_id) environment_id as id, number as revision, digest from revision
        order by environment_id, number desc`.execute(db)
      expect(await environmentDigests(db)).toEqual(expect.arrayContaining(told))
      const lines: string[] = []
      await verifyAll(db, (line) => lines.push(line))
      expect(lines).toEqual([expect.stringMatching(/^\d+ events checked: the audit log is intact/)])
    },
  )
})

async function migrationsOf(db: Awaited<ReturnType<typeof emptyDatabase>>['db']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
