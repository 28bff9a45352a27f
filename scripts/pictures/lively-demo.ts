import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '../../src/server/config.ts'
import { ensureDatabase } from '../../src/server/db/embedded/database.ts'
import { startEmbedded } from '../../src/server/db/embedded/start.ts'
import { type Db, openDb } from '../../src/server/db/pool.ts'
import { furnishDemo } from '../../src/server/demo/furnish.ts'
import { putContexts } from '../../src/server/domain/telemetry/context-queries.ts'
import { startServer } from '../../src/server/server.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { aBrowser } from '../../tests/support/server.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The demo project as a shop that is open: a week of publishes, a month of evaluations, programs that listen, changes under way. */
export async function livelyDemo() {
  const home = await mkdtemp(path.join(os.tmpdir(), 'fanion-pictures-'))
  const cluster = await startEmbedded({ home })
  const databaseUrl = await ensureDatabase(cluster, 'pictures')
  const server = await startServer(readConfig({ PORT: '0', FANION_DATA_DIR: home, LOG_LEVEL: 'error' }), databaseUrl)
  const db = openDb(databaseUrl, 2, (error) => console.error(error.message))
  await furnishDemo(server, home)
  const demo = JSON.parse(await readFile(path.join(home, 'demo.json'), 'utf8'))
  const { api } = aBrowser(server.url)
  await api.account.signIn.mutate(demo.owner)
  const inShop = { project: 'shop' }

  const publish = async (flag: string, environment: string, edit: Partial<FlagDocument>, message = '') => {
    const head = (await api.flags.get.query({ ...inShop, flag })).heads[environment]
    if (!head) return
    const entries = [{ kind: 'flag' as const, key: flag, document: { ...head.document, ...edit } }]
    await api.revisions.publish.mutate({ ...inShop, environment, base: head.revision, message, entries })
  }
  const on = (percent: number): FlagDocument['otherwise'] => ({
    split: {
      parts: [
        { variant: 'on', from: 0, to: percent * 1_000 },
        { variant: 'off', from: percent * 1_000, to: 100_000 },
      ],
    },
  })
  const { id: owner } = (await api.members.list.query(inShop))[0]?.user ?? { id: null }
  for (const flag of ['checkout-v2', 'express-pay', 'reviews', 'fraud-check'])
    if (owner !== null) await api.flags.update.mutate({ ...inShop, flag, owner })
  await publish('reviews', 'development', { otherwise: on(50) }, 'Try reviews on half of us')
  await publish('reviews', 'staging', { otherwise: on(50) }, 'Reviews for the testers')
  for (const percent of [5, 25, 60])
    await publish('reviews', 'production', { otherwise: on(percent), rules: [] }, `Reviews to ${percent}%`)
  await publish('app-dark-mode', 'production', { otherwise: on(78), rules: [] }, 'Dark mode for most')
  await publish('express-pay', 'production', { on: false }, 'The payment provider fails')
  const { revision: base, document } =
    (await api.flags.get.query({ ...inShop, flag: 'reviews' })).heads['production'] ?? {}
  if (base !== undefined && document !== undefined) {
    const entry = { kind: 'flag' as const, environment: 'production', key: 'reviews', base }
    const title = 'Roll out reviews to 80% in Production'
    const entries = [{ ...entry, document: { ...document, otherwise: on(80) } }]
    const scheduled = await api.changes.save.mutate({ ...inShop, title, entries })
    await api.changes.requestReview.mutate({ ...inShop, change: scheduled.number })
    const at = new Date(Math.ceil(Date.now() / dayMs) * dayMs + dayMs + 8 * hourMs).toISOString()
    await api.changes.schedule.mutate({ ...inShop, change: scheduled.number, at, zone: 'Europe/Oslo' })
  }
  await backInTime(db)
  await evaluated(db)
  await visited(db)
  const listening = await listen(server.url, demo.keys)
  return {
    url: server.url as string,
    owner: demo.owner as { email: string; password: string },
    stop: async () => {
      for (const stream of listening) stream.abort()
      await db.destroy()
      await server.close()
      await cluster.stop('immediate')
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Spreads what was published over the last week: pictures of one minute show nothing. */
async function backInTime(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      update revision set published_at = now() - interval '6 days 20 hours'
        + (number - 1) * (interval '6 days 18 hours' / (select head_number from environment where id = environment_id))`.execute(
      tx,
    )
    await sql`update flag set created_at = now() - interval '60 days' + (random() * interval '40 days')`.execute(tx)
  })
}

/** A month of evaluations, more by day than by night. */
async function evaluated(db: Db): Promise<void> {
  const flags: [flag: string, perHour: number, variants: [variant: string, share: number][]][] = [
    [
      'checkout-v2',
      48_000,
      [
        ['on', 0.43],
        ['off', 0.57],
      ],
    ],
    [
      'reviews',
      96_000,
      [
        ['on', 0.6],
        ['off', 0.4],
      ],
    ],
    [
      'app-dark-mode',
      70_000,
      [
        ['on', 0.78],
        ['off', 0.22],
      ],
    ],
    [
      'hero-layout',
      190_000,
      [
        ['compact', 0.2],
        ['video', 0.2],
        ['classic', 0.6],
      ],
    ],
    [
      'free-shipping-from',
      120_000,
      [
        ['low', 0.04],
        ['high', 0.25],
        ['standard', 0.71],
      ],
    ],
    [
      'search-ranking',
      250_000,
      [
        ['fresh', 0.12],
        ['proven', 0.88],
      ],
    ],
    ['banner-text', 190_000, [['none', 1]]],
    [
      'upload-limit-mb',
      3_800,
      [
        ['large', 0.18],
        ['small', 0.82],
      ],
    ],
    [
      'fraud-check',
      16_000,
      [
        ['on', 0.97],
        ['off', 0.03],
      ],
    ],
  ]
  const environments = await db.selectFrom('environment').select(['id', 'key']).execute()
  const start = Math.floor(Date.now() / hourMs) * hourMs
  for (const { id, key } of environments) {
    const part = { production: 1, staging: 0.08 }[key] ?? 0.02
    const rows = flags.flatMap(([flag, perHour, variants]) =>
      Array.from({ length: 30 * 24 }, (_, back) => {
        const at = start - back * hourMs
        const wave = 0.55 + 0.45 * Math.sin(((new Date(at).getHours() - 8) / 24) * 2 * Math.PI)
        return variants.map(([variant, share]) => {
          const count = Math.round(perHour * part * wave * share * (0.94 + 0.12 * Math.random()))
          return { environmentId: id, flag, variant, hour: new Date(at), count }
        })
      }).flat(),
    )
    for (let from = 0; from < rows.length; from += 5_000)
      await db
        .insertInto('evaluationCount')
        .values(rows.slice(from, from + 5_000).filter(({ count }) => count > 0))
        .execute()
  }
  await sql`
    insert into evaluation_hour (environment_id, hour, count)
    select environment_id, hour, sum(count)::bigint from evaluation_count group by 1, 2`.execute(db)
  await sql`
    insert into evaluation_seen (environment_id, flag, hour)
    select environment_id, flag, max(hour) from evaluation_count group by 1, 2`.execute(db)
}

/** People who were seen lately, so that rules can be counted and it is known who moves. */
async function visited(db: Db): Promise<void> {
  const countries = ['NO', 'NO', 'NO', 'SE', 'SE', 'DK', 'DE', 'DE', 'GB', 'FI', 'US', 'NL']
  const plans = ['free', 'free', 'free', 'business', 'gold']
  const contexts = Array.from({ length: 2_400 }, (_, n) => ({
    targetingKey: `user-${1_000 + n}`,
    country: countries[(n * 7) % countries.length] ?? 'NO',
    plan: plans[(n * 3) % plans.length] ?? 'free',
    appVersion: `2.${n % 7}.${n % 3}`,
  }))
  await db.updateTable('environment').set({ sampling: true }).execute()
  for (const { id } of await db.selectFrom('environment').select('id').execute())
    await putContexts(db, id, contexts, new Date())
}

/** Programs that are connected, as many as a small shop has. */
async function listen(url: string, keys: Record<string, { server: string }>): Promise<AbortController[]> {
  const open = [...Array.from({ length: 11 }, () => 'production'), 'staging', 'staging', 'development']
  return Promise.all(
    open.map(async (environment) => {
      const controller = new AbortController()
      const headers = { authorization: `Bearer ${keys[environment]?.server ?? ''}` }
      const response = await fetch(`${url}/sdk/v1/stream`, { headers, signal: controller.signal })
      // what comes is read and let go, until the end
      void response.body?.pipeTo(new WritableStream(), { signal: controller.signal }).catch(() => undefined)
      return controller
    }),
  )
}
