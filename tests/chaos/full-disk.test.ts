import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { verifyAll } from '../../src/server/features/audit/verify-all.ts'
import { runningDatabase } from '../../src/server/platform/db/embedded/running.ts'
import { openDb } from '../../src/server/platform/db/pool.ts'
import { fillHttpWorld, until } from '../http/world.ts'
import { aFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'
import { codeOf, Ledger } from './ledger.ts'
import { timeIsUp } from './machine.ts'
import { median, report } from './report.ts'
import { mountable, onSmallDisk } from './small-disk.ts'

/** Run longer by hand: `npm run chaos -- --fills 10`. */
const fills = Number(process.env['FANION_CHAOS_FILLS'] ?? 1)
const mebibytes = 192
const title = `The disk of the embedded PostgreSQL full (${mebibytes} MiB)`

it.runIf(mountable)(
  `a disk that is full ${fills} times costs nothing that was acknowledged, and no evaluation`,
  {
    timeout: fills * 60_000 + 120_000,
  },
  async () => {
    const folder = await aFolder('disk')
    const settings = { FANION_DATA_DIR: folder, FANION_REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'error' }
    const server = startProcess(settings, undefined, onSmallDisk(folder, mebibytes))
    onTestFinished(async () => {
      server.kill('SIGTERM')
      await Promise.race([server.exited, sleep(10_000)])
      server.kill('SIGKILL')
    })
    const url = await server.ready
    const { api, project, where, bearer } = await fillHttpWorld({ url })
    const inside = path.join('/proc', String(server.pid), 'root', folder)
    const variants = [{ key: 'on', value: '' }]
    const flag = { project, key: 'wide', name: 'Wide', type: 'string' as const, variants, onIn: ['development'] }
    await api.flags.create.mutate(flag)
    const ledger = new Ledger()
    const acknowledged = new Map<number, string>()
    let newest = ''
    const sentences = new Set<string>()

    /** Gives the flag a large value. */
    const publish = async (): Promise<string> => {
      const value = randomBytes(20_000).toString('base64')
      try {
        const { heads } = await api.flags.get.query({ project, flag: 'wide' })
        const head = heads['development']
        if (!head) throw new Error('the flag is gone')
        const document = { ...head.document, variants: { on: value } }
        const entries = [{ kind: 'flag' as const, key: 'wide', document }]
        const { number } = await api.revisions.publish.mutate({ ...where, base: head.revision, entries })
        acknowledged.set(number, value)
        newest = value
        return 'ok'
      } catch (error) {
        sentences.add(error instanceof Error ? error.message : String(error))
        return ledger.refusal(error) ?? codeOf(error) ?? ''
      }
    }
    const evaluate = async () => {
      const asked = {
        method: 'POST',
        headers: { ...bearer, 'content-type': 'application/json' },
        body: '{"context":{}}',
      }
      const answer = await fetch(`${url}/ofrep/v1/evaluate/flags/wide`, asked)
      // Safe cast: an OFREP response.
      return { status: answer.status, value: ((await answer.json()) as { value?: string }).value }
    }

    const recoveries: number[] = []
    const counts = { refused: 0, evaluated: 0, wrong: 0, odd: [] as string[] }
    while (recoveries.length < fills && !timeIsUp()) {
      expect(await publish()).toBe('ok')
      await until(async () => (await evaluate()).value === newest, 'the newest value by OFREP')
      fill(path.join(inside, 'filler'))
      for (let refused = 0, tries = 0; refused < 5 && tries < 400; tries++) {
        const heard = await publish()
        if (heard === 'server/unavailable') refused += 1
        else if (heard !== 'ok') counts.odd.push(heard)
        counts.refused += heard === 'ok' ? 0 : 1
        const { status, value } = await evaluate()
        counts.evaluated += 1
        // A value that was published a moment ago may not have arrived yet.
        if (status !== 200 || ![...acknowledged.values()].includes(value ?? '')) counts.wrong += 1
      }
      rmSync(path.join(inside, 'filler'))
      const freed = performance.now()
      await until(async () => (await publish()) === 'ok', 'a publish once there is room')
      recoveries.push(performance.now() - freed)
    }

    const address = runningDatabase(inside, 'fanion')
    if (!address) throw new Error('PostgreSQL does not run')
    const db = openDb(address, 2, () => undefined)
    onTestFinished(() => db.destroy())
    const environment = await db
      .selectFrom('environment')
      .innerJoin('project', 'project.id', 'environment.projectId')
      .select(['environment.id', 'headNumber'])
      .where('project.key', '=', project)
      .where('environment.key', '=', 'development')
      .executeTakeFirstOrThrow()
    const entries = await db
      .selectFrom('entry')
      .select(['number', 'document'])
      .where('environmentId', '=', environment.id)
      .where('key', '=', 'wide')
      .execute()
    const worth = new Map(entries.map(({ number, document }) => [number, JSON.stringify(document)]))
    const lost = [...acknowledged].filter(([number, value]) => !worth.get(number)?.includes(value))
    const revisions = await db
      .selectFrom('revision')
      .select('number')
      .where('environmentId', '=', environment.id)
      .orderBy('number')
      .execute()
    const gaps = revisions.filter(({ number }, at) => number !== at + 1)
    const broken: string[] = []
    await verifyAll(db, (line) => {
      if (!line.includes('audit log is intact')) broken.push(line)
    })
    await report('full-disk', {
      title,
      said: [
        'A client publishes 27 KB repeatedly. A recovery lasts from the moment when space is free to the first acknowledgement.',
      ],
      rows: [
        {
          'times full': recoveries.length,
          'acknowledged publishes': acknowledged.size,
          lost: lost.length,
          gaps: gaps.length,
          'refused as unavailable': counts.refused - counts.odd.length,
          'refused otherwise': counts.odd.length,
          'evaluations in that time': counts.evaluated,
          'wrong or refused': counts.wrong,
          'median recovery, ms': Math.round(median(recoveries)),
          'longest recovery, ms': Math.round(Math.max(...recoveries)),
        },
      ],
    })
    expect([lost, gaps, broken, counts.wrong]).toEqual([[], [], [], 0])
    // An error without a code is a response lost with its connection. All other errors must be retryable.
    expect(counts.odd.filter((code) => code !== '')).toEqual([])
    expect(counts.refused).toBeGreaterThanOrEqual(fills * 5)
    expect([...sentences]).toContain(
      'The database’s disk is full: nothing can be saved until there is room on it. Nothing was changed.',
    )
  },
)

it.runIf(mountable)('a start on a disk that is full says so in a sentence, and leaves nothing half made', async () => {
  const folder = await aFolder('too-small')
  const settings = { FANION_DATA_DIR: folder }
  const start = async (mebibytes: number, full: string) => {
    const via = [
      ...onSmallDisk(folder, mebibytes),
      'sh',
      '-c',
      `${full} "$0" "$@"; code=$?; ls "${folder}" >&2; exit $code`,
    ]
    const server = startProcess(settings, undefined, via)
    return { code: await server.exited, output: server.output().trim() }
  }
  // PostgreSQL needs more space.
  expect(await start(24, '')).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^fanion: The disk of \S+ is full, and PostgreSQL can’t start\. [^\n]+\n+postgres-password\nsecret$/,
    ),
  })
  const filled = `dd if=/dev/zero of="${folder}/filler" bs=4096 2>/dev/null;`
  expect(await start(1, filled)).toEqual({
    code: 1,
    output: expect.stringMatching(/^fanion: Can’t use the data folder \S+ \(ENOSPC\)\. [^\n]+\n+filler$/),
  })
})

it.skipIf(mountable)('a full disk was not tried: this machine lets nobody mount a small one', async () => {
  await report('full-disk', { title, said: ['Not tried: this machine lets nobody mount a small disk.'], rows: [] })
  expect(mountable).toBe(false)
})

/** Uses up all free space. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w')
  let size = 1024 * 1024
  while (size > 0) {
    try {
      writeSync(descriptor, Buffer.alloc(size))
    } catch {
      size = Math.floor(size / 2)
    }
  }
  closeSync(descriptor)
}
