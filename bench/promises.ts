/*
 * Measures how invariants affect publishing: the same publishes of one flag without invariants, and with 10 and 50 that
 * depend on it, in this process with its own PostgreSQL. CPU time is of this process only, so it is stable on a busy
 * machine.
 *   npm run bench:promises -- [--publishes 200] [--rules 3]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/server/config.ts'
import { removeInvariant } from '../src/server/features/promises/remove-invariant.ts'
import { saveInvariant } from '../src/server/features/promises/save-invariant.ts'
import { publish } from '../src/server/features/publishing/publish.ts'
import { ensureDatabase } from '../src/server/platform/db/embedded/database.ts'
import { startEmbedded } from '../src/server/platform/db/embedded/start.ts'
import { openDb } from '../src/server/platform/db/pool.ts'
import { startServer } from '../src/server/server.ts'
import { SavePromiseInput } from '../src/shared/features/promises/schemas/promise.ts'
import type { FlagDocument } from '../src/shared/schemas/flag.ts'
import { aLiveFlag, aProject, inEnvironment } from '../tests/support/people.ts'
import { headOf } from '../tests/support/publications.ts'

type Taken = { ms: number; cpuMs: number }

const { values } = parseArgs({
  options: { publishes: { type: 'string', default: '200' }, rules: { type: 'string', default: '3' } },
})
const publishes = Number(values.publishes)
const rules = Number(values.rules)
const counts = [0, 10, 50]

const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-bench-promises-'))
const cluster = await startEmbedded({ home })
const databaseUrl = await ensureDatabase(cluster, 'promises')
// creates the tables
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
    rules: Array.from({ length: rules }, (_, at) => ({
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
  let turns = 0
  const one = async (salt: string): Promise<Taken> => {
    turns += 1
    const last = { variant: turns % 2 === 0 ? 'on' : 'off' }
    const changed = {
      ...document,
      salt,
      rules: document.rules.map((rule, at) => (at === 0 ? { ...rule, serve: last } : rule)),
    }
    const entries = [{ kind: 'flag' as const, key: 'checkout', document: changed }]
    const base = await headOf(ctx)
    const [started, cpu] = [performance.now(), process.cpuUsage()]
    await publish(ctx, { base, message: '', entries })
    const { user, system } = process.cpuUsage(cpu)
    return { ms: performance.now() - started, cpuMs: (user + system) / 1_000 }
  }
  await one('first')
  let promised = 0
  let plain: readonly number[] = []
  for (const count of counts) {
    for (; promised < count; promised += 1) {
      // all hold: each is about users who match no rule
      const sentence =
        promised % 2 === 0
          ? `nobody where country is "none-${promised}" and plan is "none" and tier is "none" and region is "none" gets checkout on`
          : `at most 25% of everyone where country is "c${promised}" and tier is "none" and device is "none" get checkout on`
      const key = `p${promised}`
      const input = { project: project.project.key, key, name: key, sentence, environments: ['development'] }
      await saveInvariant(project, SavePromiseInput.parse(input))
    }
    for (let at = 0; at < 20; at += 1) await one(`warm ${count} ${at}`)
    const taken: Taken[] = []
    for (let at = 0; at < publishes; at += 1) taken.push(await one(`s ${count} ${at}`))
    const of = (field: keyof Taken, share: number) => {
      const sorted = taken.map((each) => each[field]).sort((a, b) => a - b)
      return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    }
    const figures = [of('ms', 0.5), of('ms', 0.99), of('cpuMs', 0.5), of('cpuMs', 0.99)]
    if (count === 0) plain = figures
    const [p50 = '', p99 = '', cpu50 = '', cpu99 = ''] = figures.map((one, at) => {
      const more = one - (plain[at] ?? 0)
      return count === 0 ? `${one.toFixed(1)} ms` : `${one.toFixed(1)} ms (${more < 0 ? '' : '+'}${more.toFixed(1)})`
    })
    console.log(
      `${String(count).padStart(3)} promises, ${rules} rules: p50 ${p50}, p99 ${p99}; CPU p50 ${cpu50}, p99 ${cpu99}`,
    )
  }
  for (let at = 0; at < promised; at += 1) await removeInvariant(project, { key: `p${at}` })
} finally {
  await db.destroy()
  await server.close()
  await cluster.stop('immediate')
  await rm(home, { recursive: true, force: true })
}
