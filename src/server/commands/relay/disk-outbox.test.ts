import { appendFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { aFolder } from '../../../../tests/support/folder.ts'
import { limits } from '../../../shared/limits.ts'
import { DiskOutbox, type PendingReport, type SendResult } from './disk-outbox.ts'

const log = { error: () => {}, warn: () => {}, info: () => {} }
const aWaited = (body: string, at = Date.now()): PendingReport => ({ path: '/sdk/v1/events', way: null, at, body })

/** A report queue in a folder, and its upstream. */
async function aSpool(folder?: string, mostBytes?: number) {
  const place = folder ?? path.join(await aFolder('waiting'), 'e')
  const upstream = { says: 'away' as SendResult, has: [] as string[] }
  const waiting = new DiskOutbox({
    folder: place,
    log,
    now: () => new Date(),
    ...(mostBytes === undefined ? {} : { mostBytes }),
    send: async ({ body }) => {
      if (upstream.says === 'taken') upstream.has.push(body)
      return upstream.says
    },
  })
  onTestFinished(() => waiting.close())
  return { waiting, upstream, folder: place }
}
const files = (folder: string) => readdir(folder).catch(() => [])

describe('what waits for an upstream', () => {
  it('is on disk when it is acknowledged, and goes up in order when the upstream is there', async () => {
    const { waiting, upstream, folder } = await aSpool()
    const bodies = Array.from({ length: 50 }, (_, n) => `"${n}"`)
    await Promise.all(bodies.map((body) => waiting.keep(aWaited(body))))
    expect(upstream.has).toEqual([])
    expect(waiting.bytes).toBeGreaterThan(0)
    upstream.says = 'taken'
    waiting.hurry()
    await expect.poll(() => files(folder)).toEqual([])
    expect([upstream.has, waiting.bytes]).toEqual([bodies, 0])
  })

  it('is sent whole while more is written', async () => {
    const { waiting, upstream, folder } = await aSpool()
    upstream.says = 'taken'
    const bodies = Array.from({ length: 400 }, (_, n) => `"${n}"`)
    for (let from = 0; from < bodies.length; from += 20)
      await Promise.all(bodies.slice(from, from + 20).map((body) => waiting.keep(aWaited(body))))
    waiting.hurry()
    await expect.poll(() => files(folder)).toEqual([])
    expect(upstream.has.toSorted()).toEqual(bodies.toSorted())
  })

  it('is there for the next start, also behind a line that a crash cut short', async () => {
    const first = await aSpool()
    await first.waiting.keep(aWaited('"a"'))
    await first.waiting.close()
    const [file = ''] = await files(first.folder)
    await appendFile(path.join(first.folder, file), '{"path":"/sdk/v1/ev')
    const next = await aSpool(first.folder)
    await next.waiting.keep(aWaited('"b"'))
    next.upstream.says = 'taken'
    next.waiting.hurry()
    await expect.poll(() => files(first.folder)).toEqual([])
    expect(next.upstream.has).toEqual(['"a"', '"b"'])
  })

  it('that the upstream refuses for good holds up nothing', async () => {
    const { waiting, upstream, folder } = await aSpool()
    await waiting.keep(aWaited('"a"'))
    upstream.says = 'refused'
    waiting.hurry()
    await expect.poll(() => files(folder)).toEqual([])
  })

  it('is dropped once the upstream could not tell any more whether it had it', async () => {
    const { waiting, upstream, folder } = await aSpool()
    await waiting.keep(aWaited('"old"', Date.now() - limits.eventsLateMs - 1_000))
    await waiting.keep(aWaited('"new"'))
    upstream.says = 'taken'
    waiting.hurry()
    await expect.poll(() => files(folder)).toEqual([])
    expect(upstream.has).toEqual(['"new"'])
  })

  it('has room up to a bound, and acknowledges nothing beyond it', async () => {
    const { waiting } = await aSpool(undefined, 500)
    const large = 'x'.repeat(400)
    const kept = await Promise.allSettled([waiting.keep(aWaited(large)), waiting.keep(aWaited(large))])
    expect(kept.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await expect(waiting.keep(aWaited(large))).rejects.toMatchObject({ code: 'server/unavailable' })
  })

  it('is not acknowledged where it cannot be written', async () => {
    const file = path.join(await aFolder('waiting'), 'a-file')
    await writeFile(file, '')
    const { waiting } = await aSpool(path.join(file, 'e'))
    await expect(waiting.keep(aWaited('"a"'))).rejects.toThrow(/ENOTDIR/)
  })
})
