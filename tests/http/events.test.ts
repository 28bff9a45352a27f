import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { main } from '../../src/client/cli/main.ts'
import { armOf } from '../../src/server/domain/telemetry/arm-of.ts'
import type { Rule } from '../../src/shared/schemas/flag.ts'
import type { ToldEvent, ToldExposure, TrackReceipt } from '../../src/shared/schemas/tracked.ts'
import { aFolder } from '../support/folder.ts'
import { serverOn } from '../support/server.ts'
import { aWorld, until, type World } from './world.ts'

const origin = 'https://app.example.com'
const rule: Rule = {
  id: 'run-1',
  when: true,
  serve: {
    split: {
      point: { salt: 'run-1:arm' },
      parts: [
        { variant: 'on', from: 0, to: 50_000 },
        { variant: 'off', from: 50_000, to: 100_000 },
      ],
    },
  },
  run: 1,
}
const arm = armOf(rule, 'checkout')

let world: World
let second: { url: string }
beforeAll(async () => {
  const env = { FANION_TRUST_PROXY: '1', FANION_SECRET: 'a secret that two servers share, of some length' }
  world = await aWorld(env)
  second = await serverOn(world.databaseUrl, env)
  const { api, project } = world
  await api.events.save.mutate({
    project,
    key: 'purchase',
    name: 'Purchase',
    value: { unit: '€', min: 0, max: 1_000 },
    properties: { plan: ['free', 'gold'], items: 'number', first: 'boolean' },
  })
  await api.events.save.mutate({ project, key: 'click', name: 'Click', fromClients: true })
  await aRun(1, 'checkout')
})

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> => {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    return (await client.query(text, values)).rows as T[]
  } finally {
    await client.end()
  }
}
const aRun = (number: number, flag: string, ended: string | null = null) =>
  query(
    `insert into run (project_id, environment_id, number, flag, kind, state, rule, salt, arms, plan, hash, versions,
       proposed_at, opened_at, ended_at)
     select environment.project_id, environment.id, $1, $2, 'ramp', $3, $4, $2, '["on","off"]', '{}', '', '{}',
       now(), now(), $5
     from environment join project on project.id = project_id where project.key = $6 and environment.key = 'development'`,
    [number, flag, ended === null ? 'open' : 'ended', JSON.stringify({ ...rule, run: number }), ended, world.project],
  )
const aBatch = (events: Partial<ToldEvent>[] = [], exposures: Partial<ToldExposure>[] = []) => {
  const at = new Date().toISOString()
  return {
    batch: randomUUID(),
    sentAt: at,
    sdk: '@fanion/sdk/node 0.1.0',
    dropped: 0,
    exposures: exposures.map((one) => ({ run: 1, at, ...one })),
    events: events.map((one) => ({ unit: 'ada', at, ...one })),
  }
}
/** Runs a command as an admin's token does. */
const commandLine = async (words: string[]): Promise<{ code: number; said: string }> => {
  const scopes = [{ project: world.project, role: 'admin' as const }]
  const { text } = await world.api.tokens.create.mutate({ name: 'events', scopes })
  const lines: string[] = []
  const note = (line: unknown) => void lines.push(String(line))
  const spies = (['log', 'error'] as const).map((way) => vi.spyOn(console, way).mockImplementation(note))
  try {
    const code = await main(words, { FANION_URL: world.url, FANION_TOKEN: text, XDG_CONFIG_HOME: '/nowhere' })
    return { code, said: lines.join('\n') }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
let callers = 0
const page = () => ({
  authorization: `Bearer ${world.clientKey.text}`,
  origin,
  'x-forwarded-for': `198.51.100.${++callers}`,
})
const send = (batch: object, headers: Record<string, string> = world.bearer, url = world.url) =>
  fetch(`${url}/sdk/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(batch),
  })
const told = async (batch: object, headers?: Record<string, string>): Promise<TrackReceipt> => {
  const response = await send(batch, headers)
  expect(response.status).toBe(202)
  return (await response.json()) as TrackReceipt
}
const reasons = ({ refused }: TrackReceipt) => Object.fromEntries(refused.map(({ reason, count }) => [reason, count]))
const tracks = async () => Number((await query<{ n: string }>('select count(*) as n from track'))[0]?.n)
const unitsIn = (variant: string, count: number) =>
  Array.from({ length: 10_000 }, (_, n) => `u-${n}`)
    .filter((unit) => arm(unit) === variant)
    .slice(0, count)

describe('a batch', () => {
  it('is kept once, and answered the same however often it is sent, on either server', async () => {
    const before = await tracks()
    const batch = aBatch([
      { event: 'purchase', value: 49.9, properties: { plan: 'gold', items: 3 } },
      { event: 'nobody' },
    ])
    const first = await told(batch)
    expect(first).toEqual({ accepted: 1, refused: [{ reason: 'undeclared', count: 1 }] })
    const again = await Promise.all([world.url, second.url, second.url].map((url) => send(batch, world.bearer, url)))
    for (const answer of again) expect([answer.status, await answer.json()]).toEqual([202, first])
    expect((await tracks()) - before).toBe(1)
    const [row] = await query('select value, properties, via from track order by at desc limit 1')
    expect(row).toEqual({ value: 49.9, properties: { plan: 'gold', items: 3 }, via: 0 })
  })

  it('is refused row by row, with the reason', async () => {
    const event = 'purchase'
    const late = new Date(Date.now() - 9 * 24 * 3_600_000).toISOString()
    const receipt = await told(
      aBatch([
        { event, value: -1 },
        { event, value: 1_001 },
        { event: 'click', value: 1 },
        { event, properties: { plan: 'silver' } },
        { event, properties: { items: 'three' } },
        { event, properties: { other: 1 } },
        { event, at: late },
        { event, properties: { first: true } },
      ]),
    )
    expect(receipt.accepted).toBe(1)
    expect(reasons(receipt)).toEqual({ value: 3, property: 3, 'too-old': 1 })
  })

  it('of a program whose clock is wrong is moved to now, and nothing is later than now', async () => {
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    await told({ ...aBatch([{ event: 'click', at: ahead }]), sentAt: ahead })
    await told(aBatch([{ event: 'click', at: ahead }]))
    const rows = await query<{ at: Date }>('select at from track order by at desc limit 2')
    for (const { at } of rows) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000)
  })

  it('that is no batch is refused whole', async () => {
    for (const wrong of [{}, { ...aBatch(), batch: 'x' }, { ...aBatch(), more: 1 }, aBatch([{ event: '' }])])
      expect((await send(wrong)).status).toBe(400)
    expect((await send(aBatch(), {})).status).toBe(401)
  })

  it('names an event that was declared just now, on the server that did not hear of it yet', async () => {
    const { api, project } = world
    await api.events.save.mutate({ project, key: 'fresh', name: 'Fresh' })
    const known = async () => (await told(aBatch([{ event: 'fresh' }]))).accepted === 1
    await until(known, 'the event is known')
    await api.events.archive.mutate({ project, event: 'fresh' })
    await until(async () => !(await known()), 'it is known no more')
    expect((await api.events.list.query({ project })).find(({ key }) => key === 'fresh')?.archivedAt).not.toBeNull()
  })
})

describe('an exposure', () => {
  const exposures = () =>
    query<{ unit: string; arm: number; first_at: Date }>('select * from exposure order by first_at')

  it('is kept at its first time, once for a unit, whatever order it is told in', async () => {
    const [unit = ''] = unitsIn('on', 1)
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await told(
      aBatch(
        [],
        [
          { unit, variant: 'on', at: at(5) },
          { unit, variant: 'on', at: at(4) },
        ],
      ),
    )
    await told(aBatch([], [{ unit, variant: 'on', at: at(9) }]))
    await told(aBatch([], [{ unit, variant: 'on', at: at(1) }]))
    const rows = await exposures()
    expect(rows.map(({ arm: place }) => place)).toEqual([0])
    expect(Date.now() - (rows[0]?.first_at.getTime() ?? 0)).toBeGreaterThan(8 * 60_000)
    expect(JSON.stringify(rows)).not.toContain(unit)
  })

  it('is refused where the arm is another than the unit has, or the run is not there', async () => {
    const [unit = ''] = unitsIn('off', 1)
    await aRun(2, 'checkout', new Date(Date.now() - 60_000).toISOString())
    await until(
      async () => reasons(await told(aBatch([], [{ unit, run: 2, variant: 'off' }])))['ended-run'] === 1,
      'run 2',
    )
    const receipt = await told(
      aBatch(
        [],
        [
          { unit, variant: 'on' },
          { unit, variant: 'other' },
          { unit, variant: 'off', by: 'companyId' },
          { unit, run: 99, variant: 'off' },
          { unit, variant: 'off' },
        ],
      ),
    )
    expect(receipt.accepted).toBe(1)
    expect(reasons(receipt)).toEqual({ mismatched: 3, 'unknown-run': 1 })
  })
})

describe('a program that asks for one flag by request', () => {
  it('exposes its unit, which the server says itself, once', async () => {
    const { api, project } = world
    await api.flags.create.mutate({ project, key: 'asked', name: 'Asked', onIn: ['development'] })
    await aRun(3, 'asked')
    const head = (await api.flags.get.query({ project, flag: 'asked' })).heads['development']
    if (!head) throw new Error('the flag is in development')
    const rules = [{ ...rule, run: 3 }]
    const entries = [{ kind: 'flag' as const, key: 'asked', document: { ...head.document, rules } }]
    const where = { project, environment: 'development' }
    await api.revisions.publish.mutate({ ...where, base: head.revision, message: '', entries })
    const [unit = ''] = unitsIn('on', 1)
    const ask = async () => {
      const response = await fetch(`${world.url}/ofrep/v1/evaluate/flags/asked`, {
        method: 'POST',
        headers: { ...world.bearer, 'content-type': 'application/json' },
        body: JSON.stringify({ context: { targetingKey: unit } }),
      })
      return (await response.json()) as { variant?: string; reason?: string }
    }
    await until(async () => (await ask()).reason === 'SPLIT', 'the rule serves')
    await ask()
    const kept = () =>
      query<{ via: number; arm: number }>(
        'select via, arm from exposure join run on run.id = exposure.run where number = 3',
      )
    await until(async () => (await kept()).length > 0, 'the exposure is kept')
    expect(await kept()).toEqual([{ via: 2, arm: 0 }])
  })
})

describe('a stranger with a client key', () => {
  it('names no flag that pages do not see, no event that is not for clients, and nothing that fills a table with names', async () => {
    const [unit = ''] = unitsIn('on', 1)
    const receipt = await told(
      aBatch([{ event: 'purchase' }, { event: 'invented-1' }, { event: 'click' }], [{ unit, variant: 'on' }]),
      page(),
    )
    expect(receipt.accepted).toBe(1)
    expect(reasons(receipt)).toEqual({ 'not-from-clients': 1, undeclared: 1, 'unknown-run': 1 })
    expect(await query(`select 1 from intake_count where subject = 'invented-1'`)).toEqual([])
    expect(await query(`select 1 from intake_count where subject = 'nobody'`)).not.toEqual([])
    const [{ via } = { via: null }] = await query<{ via: number }>(
      'select via from track order by at desc, via desc limit 1',
    )
    expect(via).toBe(1)
  })

  it('is told to wait past so many rows a minute, readable by the page, and others go on', async () => {
    const many = () => aBatch(Array.from({ length: 900 }, () => ({ event: 'click' })))
    const headers = page()
    const statuses = [await send(many(), headers), await send(many(), headers), await send(many(), headers)]
    expect(statuses.map(({ status }) => status)).toEqual([202, 202, 429])
    expect(statuses[2]?.headers.get('access-control-allow-origin')).toBe(origin)
    expect(Number(statuses[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send(many(), page())).status).toBe(202)
    expect((await send(many())).status).toBe(202)
  })
})

describe('what arrived', () => {
  it('is shown with what was refused and why, and typed for programs', async () => {
    const { api, project } = world
    await told(
      aBatch([
        { event: 'purchase', value: 5 },
        { event: 'purchase', value: -5 },
      ]),
    )
    const [intake] = await api.events.intake.query({ project, event: 'purchase' })
    expect(intake).toMatchObject({ event: 'purchase', declared: true, environment: 'development' })
    expect(intake?.hours.at(-1)?.count).toBeGreaterThan(0)
    expect(intake?.refused.map(({ reason }) => reason)).toContain('value')
    const all = await api.events.intake.query({ project })
    expect(all.find(({ event }) => event === 'nobody')).toMatchObject({ declared: false, hours: [] })
    const response = await fetch(`${world.url}/sdk/v1/events`, { headers: world.bearer })
    const { events } = (await response.json()) as { events: { key: string }[] }
    expect(events).toContainEqual({
      key: 'purchase',
      name: 'Purchase',
      description: '',
      value: { unit: '€', min: 0, max: 1_000 },
      properties: { plan: ['free', 'gold'], items: 'number', first: 'boolean' },
      fromClients: false,
    })
    expect((await fetch(`${world.url}/sdk/v1/events`, { headers: page() })).status).toBe(403)
  })
})

describe('a person', () => {
  it('is forgotten everywhere, told without their name', async () => {
    const { api, project } = world
    const [unit = ''] = unitsIn('on', 2).slice(1)
    await told(
      aBatch(
        [
          { event: 'click', unit },
          { event: 'click', unit: 'somebody else' },
        ],
        [{ unit, variant: 'on' }],
      ),
    )
    const before = await tracks()
    expect(await api.units.forget.mutate({ project, unit })).toEqual({ exposures: 1, events: 1 })
    expect(await api.units.forget.mutate({ project, unit })).toEqual({ exposures: 0, events: 0 })
    expect((await tracks()) - before).toBe(-1)
    const said = await query<{ text: string }>(`select event::text as text from event where action = 'unit.forget'`)
    expect(said).toHaveLength(2)
    expect(JSON.stringify(said)).not.toContain(unit)

    // and by the command line, which deletes nothing before it is told to
    await told(aBatch([{ event: 'click', unit }]))
    const asked = await commandLine(['forget', unit, '--project', project])
    const done = await commandLine(['forget', unit, '--project', project, '--apply'])
    expect([asked.code, done.code]).toEqual([2, 0])
    expect(done.said).toContain('Deleted 1 event and 0 exposures')
    expect(asked.said + done.said).not.toContain(unit)
  })
})

describe('the guide', () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/guides/events.md'), 'utf8')
  const blocks = (language: string) =>
    [...guide.matchAll(/^```(\w+)\n([^]*?)^```/gm)]
      .filter(([, kind]) => kind === language)
      .map(([, , text = '']) => text)

  it('sends a batch that is kept', async () => {
    const [example = ''] = blocks('json')
    const at = new Date().toISOString()
    const batch = { ...JSON.parse(example.replaceAll(/"[\d-]+T[\d:.]+Z"/g, JSON.stringify(at))), batch: randomUUID() }
    expect(await told(batch)).toEqual({ accepted: 1, refused: [] })
  })

  it('gives commands that do what they say', async () => {
    const lines = blocks('sh').flatMap((text) => text.trim().split('\n'))
    expect(lines).toHaveLength(2)
    const out = path.join(await aFolder('guide'), 'flags.gen.ts')
    for (const line of lines) {
      const words = line.replace('shop', world.project).replace('production', 'development').split(' ').slice(1)
      const more = words[0] === 'pull' ? ['--out', out] : []
      expect(await commandLine([...words, ...more])).toMatchObject({ code: 0 })
    }
    expect(readFileSync(out, 'utf8')).toMatch(/purchase/)
  })
})

// last: it cuts every connection
describe('every row that was acknowledged', { shuffle: false }, () => {
  it('is stored once, whatever is cut and repeated meanwhile, by two servers', async () => {
    const mark = `from-${randomUUID()}`
    const { api, project } = world
    await api.events.save.mutate({ project, key: mark, name: 'Cut' })
    const cuts = Number(process.env['FANION_CUTS'] ?? 12)
    let isOver = false
    let [acknowledged, sent] = [0, 0]
    const answers = new Set<number>()
    const programs = Array.from({ length: 6 }, async (_, program) => {
      while (!isOver) {
        const batch = aBatch(Array.from({ length: 50 }, (_row, n) => ({ event: mark, unit: `p-${program}-${n}` })))
        for (let at = 0; ; at += 1) {
          sent += 1
          const url = (program + at) % 2 === 0 ? world.url : second.url
          const answer = await send(batch, world.bearer, url).catch(() => null)
          const receipt = answer?.status === 202 ? ((await answer.json()) as TrackReceipt) : null
          if (receipt !== null) answers.add(receipt.accepted)
          // its answer may have been lost: it says the same once more
          if (receipt !== null && Math.random() < 0.8) break
        }
        acknowledged += 50
      }
    })
    for (let cut = 0; cut < cuts; cut += 1) {
      const seen = sent
      await until(() => sent > seen + 5, 'programs go on')
      await query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'fanion-listen'`)
    }
    isOver = true
    await Promise.all(programs)
    const [{ n } = { n: '' }] = await query<{ n: string }>(
      'select count(*) as n from track join tracked_event on tracked_event.id = event where key = $1',
      [mark],
    )
    const [{ c } = { c: '' }] = await query<{ c: string }>(
      `select sum(count) as c from intake_count where subject = $1 and reason = ''`,
      [mark],
    )
    console.info(
      `${cuts} times all connections cut, ${sent} batches sent: ${acknowledged} acknowledged, ${n} stored, ${c} counted`,
    )
    expect([...answers]).toEqual([50])
    expect([Number(n), Number(c)]).toEqual([acknowledged, acknowledged])
  }, 60_000)
})
