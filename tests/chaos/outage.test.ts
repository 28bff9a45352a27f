import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Datafile } from '../../src/shared/schemas/datafile.ts'
import { until } from '../http/world.ts'
import { openStream } from '../support/stream.ts'
import { aCrew, flagOf } from './crew.ts'
import { Ledger } from './ledger.ts'
import { Machine } from './machine.ts'
import { startPrograms } from './programs.ts'
import { report } from './report.ts'
import { judge, nothingWrong } from './verdict.ts'
import { Hand } from './write.ts'

/** Minimum duration of the outage. Run longer by hand: `npm run chaos -- --away 60`. */
const awayMs = Number(process.env['FANION_CHAOS_AWAY_SECONDS'] ?? 2) * 1_000

it(`serves programs from memory and tells people for ${awayMs / 1_000} s without PostgreSQL, and then goes on`, {
  timeout: awayMs + 120_000,
}, async () => {
  const machine = await Machine.start()
  const crew = await aCrew(machine, 1)
  const [writer] = crew.writers
  if (!writer) throw new Error('nobody writes')
  const [ledger, environment, flag] = [new Ledger(), 'development', flagOf(writer)]
  const hand = new Hand(crew, ledger, writer)
  await hand.publish()
  const key = await crew.aKey(environment)
  const authorization = `Bearer ${key}`
  const programs = await startPrograms(machine.url, [{ environment, key }], crew.flags)
  const [program] = programs

  const get = (path: string) => fetch(`${machine.url}${path}`, { headers: { authorization } })
  const evaluate = (path: string) =>
    fetch(`${machine.url}/ofrep/v1/evaluate/flags${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ context: { targetingKey: 'ada' } }),
    })
  /** The kinds of SDK reads. */
  const ways = {
    datafile: async () => Datafile.parse(await (await get('/sdk/v1/datafile')).json()),
    stream: async () => {
      const stream = await openStream(`${machine.url}/sdk/v1/stream`, { authorization })
      const first = await stream.next()
      stream.close()
      return Datafile.parse(JSON.parse(first?.data ?? ''))
    },
    'one flag by OFREP': async () => (await evaluate(`/${flag}`)).json(),
    'all flags by OFREP': async () => (await evaluate('')).json(),
  }
  const read = async () =>
    Object.fromEntries(await Promise.all(Object.entries(ways).map(async ([way, ask]) => [way, await ask()])))
  /** The response to a client whose revision is newer than the server's. */
  const newer = async () => {
    const tag = (await get('/sdk/v1/datafile')).headers.get('etag')?.replace(/\d+(?=-)/, '999') ?? ''
    const known = { authorization, 'if-none-match': tag }
    const answers = [
      await get('/sdk/v1/stream?revision=999'),
      await fetch(`${machine.url}/sdk/v1/datafile`, { headers: known }),
    ]
    for (const answer of answers) await answer.body?.cancel()
    return answers.map(({ status }) => status)
  }
  const before = await read()
  expect(before['one flag by OFREP']).toMatchObject({ key: flag, value: ledger.publications[0]?.value })
  const open = await openStream(`${machine.url}/sdk/v1/stream`, { authorization })
  await open.next()
  await until(() => program?.revision === ledger.publications[0]?.number, 'the program')

  const rounds = { read: 0, refused: 0 }
  await machine.killDatabase(async () => {
    await until(async () => (await get('/readyz/changes')).status === 503, 'changes refused')
    const back = performance.now() + awayMs
    while (performance.now() < back) {
      const probes = await Promise.all(['/healthz', '/readyz', '/readyz/changes'].map((probe) => get(probe)))
      expect(probes.map(({ status }) => status)).toEqual([200, 200, 503])
      expect(await read()).toEqual(before)
      rounds.read += 1
      await expectUnavailable(await publishRaw(machine.url, crew.project, writer.cookie()))
      await expectUnavailable(await fetch(`${machine.url}/sdk/v1/datafile`, { headers: { authorization: unknown } }))
      rounds.refused += 2
      await sleep(100)
    }
    // A client with a newer revision keeps it, and is not set back.
    expect(await newer()).toEqual([503, 503])
  })
  await until(async () => (await get('/readyz/changes')).status === 200, 'changes again')
  // The log shows that no newer revision exists.
  expect(await newer()).toEqual([200, 200])
  await hand.publish()
  const newest = ledger.publications.at(-1)
  const patched = await open.next()
  expect([patched?.event, patched?.id]).toEqual(['patch', String(newest?.number)])
  open.close()
  await until(() => program?.revision === newest?.number, 'the program once more')
  await until(async () => (await ways['one flag by OFREP']()).value === newest?.value, 'the value by OFREP')
  const verdict = await judge(machine, crew, ledger, programs)
  await report('outage', {
    title: 'PostgreSQL away',
    said: [],
    rows: [
      {
        'away, s': awayMs / 1_000,
        'answers by datafile, stream and OFREP, all as before': rounds.read * Object.keys(ways).length,
        'refused as unavailable, with Retry-After': rounds.refused,
        'evaluations in a program during the outage': program?.evaluations ?? 0,
        'wrong values and exceptions': verdict.astray.length,
      },
    ],
  })
  expect(machine.deaths).toEqual([])
  expect(verdict).toEqual(nothingWrong)
})

const unknown = `Bearer fan_srv_${'x'.repeat(43)}`

/** Publishes with a raw request, to see the headers of the error. */
const publishRaw = (url: string, project: string, cookie: string) =>
  fetch(`${url}/trpc/revisions.publish`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      project,
      environment: 'development',
      base: 1,
      entries: [{ kind: 'flag', key: 'alpha', document: null }],
    }),
  })

async function expectUnavailable(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await answer.text()).toContain('server/unavailable')
}
