/*
 * What promises add to a publish: the same publishes of one flag of 20 rules with no promise, and with 10, 50 and 200 that
 * read it, in this process with a PostgreSQL of its own. npm run bench:promises -- [--publishes 200]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/server/config.ts'
import { ensureDatabase } from '../src/server/db/embedded/database.ts'
import { startEmbedded } from '../src/server/db/embedded/start.ts'
import { openDb } from '../src/server/db/pool.ts'
import { removePromise } from '../src/server/domain/promises/remove-promise.ts'
import { savePromise } from '../src/server/domain/promises/save-promise.ts'
import { publish } from '../src/server/domain/revisions/publish.ts'
import { startServer } from '../src/server/server.ts'
import type { FlagDocument } from '../src/shared/schemas/flag.ts'
import { SavePromiseInput } from '../src/shared/schemas/promise.ts'
import { aLiveFlag, aProject, inEnvironment } from '../tests/support/people.ts'
import { headOf } from '../tests/support/publications.ts'

const { values } = parseArgs({ options: { publishes: { type: 'string', default: '200' } } })
const publishes = Number(values.publishes)
const counts = [0, 10, 50, 200]

const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-promises-'))
const cluster = await startEmbedded({ home })
const databaseUrl = await ensureDatabase(cluster, 'promises')
// it makes the tables
const server = await startServer(readConfig({ PORT: '0', FANION_DATA_DIR: home, LOG_LEVEL: 'error' }), databaseUrl)
const db = openDb(databaseUrl, 3, (error) => console.error(error.message))
try {
  const { project } = await aProject(db)
  await aLiveFlag(project, 'checkout')
  const ctx = await inEnvironment(project)
  const attributes = ['country', 'plan', 'tier', 'region', 'device']
  const document: FlagDocument = {
    ...{ key: 'checkout', type: 'boolean', on: true, variants: { on: true, off: false }, offVariant: 'off' },
    ...{ prerequisites: [], otherwise: { variant: 'off' }, salt: 'checkout', visibleToClients: false },
    rules: Array.from({ length: 20 }, (_, at) => ({
      id: `r${at}`,
      when: {
        all: [
          { attribute: attributes[at % 5] ?? '', operator: 'is', values: [`v${at % 7}`] },
          { attribute: attributes[(at + 1) % 5] ?? '', operator: 'is', values: [`w${at % 3}`] },
        ],
      },
      serve: { variant: at % 2 === 0 ? 'on' : 'off' },
    })),
  }
  const one = async (salt: string): Promise<number> => {
    const entries = [{ kind: 'flag' as const, key: 'checkout', document: { ...document, salt } }]
    const base = await headOf(ctx)
    const started = performance.now()
    await publish(ctx, { base, message: '', entries })
    return performance.now() - started
  }
  await one('first')
  let promised = 0
  const plain: { p50: number; p99: number } = { p50: 0, p99: 0 }
  for (const count of counts) {
    for (; promised < count; promised += 1) {
      // kept: each is about people whom no rule serves
      const sentence =
        promised % 2 === 0
          ? `nobody where country is "none-${promised}" and plan is "none" and tier is "none" and region is "none" gets checkout on`
          : `at most 100% of everyone where country is "c${promised}" get checkout on`
      const key = `p${promised}`
      const input = { project: project.project.key, key, name: key, sentence, environments: ['development'] }
      await savePromise(project, SavePromiseInput.parse(input))
    }
    for (let at = 0; at < 20; at += 1) await one(`warm ${count} ${at}`)
    const times: number[] = []
    for (let at = 0; at < publishes; at += 1) times.push(await one(`s ${count} ${at}`))
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
    const [p50, p99] = [at(0.5), at(0.99)]
    if (count === 0) Object.assign(plain, { p50, p99 })
    const added = count === 0 ? '' : `  adds ${(p50 - plain.p50).toFixed(1)} and ${(p99 - plain.p99).toFixed(1)}`
    console.log(
      `${String(count).padStart(3)} promises: publish p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${added}`,
    )
  }
  for (let at = 0; at < promised; at += 1) await removePromise(project, { key: `p${at}` })
} finally {
  await db.destroy()
  await server.close()
  await cluster.stop('immediate')
  await rm(home, { recursive: true, force: true })
}
