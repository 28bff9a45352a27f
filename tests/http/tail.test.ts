import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { publish } from '../../src/server/features/publishing/publish.ts'
import { proveProject } from '../../src/server/platform/kernel/scope.ts'
import { type LoggedRevision, RevisionLogTail } from '../../src/server/platform/live/tail.ts'
import { aFlag } from '../support/builders.ts'
import { aPerson, contextOf, inEnvironment } from '../support/people.ts'
import { openStream } from '../support/stream.ts'
import { aWorld, until, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})

/** Ends every LISTEN connection to the server's database. */
const cutListeners = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'fanion-listen' and datname = current_database()`.execute(world.server.services.db)

/** A publisher of `checkout` that does not use HTTP. */
async function aPublisher(where = 'development') {
  const { db } = world.server.services
  const ctx = contextOf(db, await aPerson(db, 'Pat', 'owner'))
  const environment = await inEnvironment({ ...ctx, project: await proveProject(db, ctx.actor, world.project) }, where)
  const head = () =>
    db
      .selectFrom('environment')
      .select('headNumber')
      .where('id', '=', environment.environment.id)
      .executeTakeFirstOrThrow()
  return async () => {
    const base = (await head()).headNumber
    const document = { ...aFlag('checkout').with({ salt: `s${base}` }) }
    return (await publish(environment, { base, message: '', entries: [{ kind: 'flag', key: 'checkout', document }] }))
      .number
  }
}

const ignore = () => undefined
const silent = { error: ignore, warn: ignore, info: ignore }
const ignored = {
  onKeyRevoked: ignore,
  onListening: ignore,
  onDelivery: ignore,
  onAccess: ignore,
  onChange: ignore,
  onPresence: ignore,
}

describe('the tail of the log', () => {
  it('loses nothing and repeats nothing while its notifications are cut again and again', async () => {
    const publishOne = await aPublisher()
    const stream = await openStream(`${world.url}/sdk/v1/stream`, world.bearer)
    const first = Number((await stream.next())?.id)
    let last = first
    for (let round = 0; round < 5; round++) {
      await cutListeners()
      for (let turn = 0; turn < 4; turn++) last = await publishOne()
    }
    const heard: number[] = []
    while (heard.at(-1) !== last) heard.push(Number((await stream.next())?.id))
    expect(heard).toEqual(Array.from({ length: last - first }, (_, at) => first + 1 + at))
    stream.close()
    await until(() => world.server.services.tail.connected, 'notifications again')
  })

  it('says after each (re)connection that anything may have changed', async () => {
    const { db, log } = world.server.services
    const told: (number | undefined)[] = []
    const onChange = (change?: { number: number }) => void told.push(change?.number)
    let listening = 0
    const onListening = () => void (listening += 1)
    const tail = new RevisionLogTail({
      db,
      url: world.databaseUrl,
      log,
      onRevision: ignore,
      ...ignored,
      onChange,
      onListening,
    })
    await tail.start()
    await until(() => tail.connected, 'notifications')
    expect([told, listening]).toEqual([[undefined], 1])
    // Reconnects are fast at first: pauses start short.
    vi.spyOn(Math, 'random').mockReturnValue(0.123)
    const timer = vi.spyOn(globalThis, 'setTimeout')
    for (let times = 2; times < 5; times++) {
      await cutListeners()
      await until(() => listening === times && world.server.services.tail.connected, 'notifications again')
      expect(told).toHaveLength(times)
    }
    const pauses = timer.mock.calls.map(([, ms]) => ms)
    vi.restoreAllMocks()
    expect(pauses).toContain(50 * (0.5 + 0.123))
    expect(pauses).not.toContain(100 * (0.5 + 0.123))
    expect(new Set(told)).toEqual(new Set([undefined]))
    await tail.close()
  })

  it('hands on each revision of every environment once, in order, to a server that starts in the middle', async () => {
    const publishOne = await aPublisher()
    const { db, log } = world.server.services
    const seen: LoggedRevision[] = []
    const tail = new RevisionLogTail({
      db,
      url: world.databaseUrl,
      log,
      onRevision: (revision) => seen.push(revision),
      ...ignored,
    })
    const publishing = (async () => {
      const numbers: number[] = []
      for (let turn = 0; turn < 10; turn++) numbers.push(await publishOne())
      return numbers
    })()
    await tail.start()
    expect(tail.caughtUpAt).toBeInstanceOf(Date)
    const numbers = await publishing
    await world.api.flags.create.mutate({ project: world.project, key: 'late', name: 'Late' })
    await until(() => new Set(seen.map((revision) => revision.environment)).size === 3, 'three environments')
    await until(() => seen.some((one) => one.entries.some((entry) => entry.key === 'late')), 'the last')
    await tail.close()
    expect(tail.revisions).toBe(seen.length)
    const mine = seen.filter((one) => one.environment === 'development').map((one) => one.number)
    expect(mine).toEqual(Array.from({ length: mine.length }, (_, at) => (mine[0] ?? 0) + at))
    expect(mine.at(-1)).toBe((numbers.at(-1) ?? 0) + 1)
  })

  it('reads what it could not read with the next notification, whatever that names', async () => {
    const [inDevelopment, inStaging] = [await aPublisher(), await aPublisher('staging')]
    const { db } = world.server.services
    let isAway = false
    const failing = new Proxy(db, {
      get(target, name) {
        if (isAway && name === 'selectFrom') throw new Error('the database is away')
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const seen = new Set<string>()
    const readings: string[][] = []
    const warnings: unknown[] = []
    const tail = new RevisionLogTail({
      db: failing,
      url: world.databaseUrl,
      log: { ...silent, warn: (details) => warnings.push(details) },
      onRevision: ({ environment }) => seen.add(environment),
      onRead: () => readings.push([...seen]),
      ...ignored,
    })
    await tail.start()
    await until(() => tail.connected && readings.length > 0, 'notifications, and what they began with')
    const before = readings.length
    isAway = true
    await inDevelopment()
    await until(() => warnings.length > 0 || readings.length > before, 'a reading')
    // A failed read does not count as reading to the end.
    expect([warnings.length, readings.length]).toEqual([1, before])
    isAway = false
    await inStaging()
    const first = () => readings.find((environments) => environments.includes('staging'))
    await until(() => first() !== undefined, 'a reading that found staging')
    await tail.close()
    expect(first()).toContain('development')
  })
})
