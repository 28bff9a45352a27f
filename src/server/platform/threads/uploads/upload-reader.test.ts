import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { bundleOf, flagdFlag } from '../../../../../tests/support/bundles.ts'
import type { PreviewJob } from './preview-job.ts'
import { UploadReader } from './upload-reader.ts'

const open: UploadReader[] = []
const aReader = (...given: ConstructorParameters<typeof UploadReader>) => {
  const reader = new UploadReader(...given)
  open.push(reader)
  return reader
}
afterAll(() => Promise.all(open.map((reader) => reader.close())))

const jobOf = (bytes: Uint8Array): PreviewJob => ({
  bytes,
  options: {},
  nowMs: Date.UTC(2026, 10, 1),
  vendor: undefined,
  known: { flags: [], segments: [] },
})
const flags = (count: number) =>
  bundleOf({
    'flags.json': { flags: Object.fromEntries(Array.from({ length: count }, (_, i) => [`flag-${i}`, flagdFlag()])) },
  })

describe('the reader of uploads', () => {
  it('reads an upload, packed or not, while the event loop turns', async () => {
    const reader = aReader()
    let turns = 0
    const turning = setInterval(() => (turns += 1), 1)
    const done = await reader.preview(jobOf(gzipSync(flags(300))), 'shop')
    clearInterval(turning)
    expect(done).toMatchObject({ summary: { vendor: 'flagd', flags: 300 } })
    expect(turns).toBeGreaterThan(5)
    expect(await reader.preview(jobOf(flags(1)), 'shop')).toMatchObject({ summary: { flags: 1 } })
  })

  it('is ended where it takes too long, or too much memory, and the next upload is read', async () => {
    const slow = aReader({ ms: 1 })
    expect(await slow.preview(jobOf(flags(5_000)), 'shop')).toMatchObject({
      unreadable: expect.stringContaining('takes more than'),
    })
    const small = aReader({ memoryBytes: 24 * 1024 * 1024 })
    expect(await small.preview(jobOf(flags(60_000)), 'shop')).toMatchObject({
      unreadable: expect.stringContaining('memory'),
    })
    expect(await aReader().preview(jobOf(flags(2)), 'shop')).toMatchObject({ summary: { flags: 2 } })
  })

  it('is not ended for what a busy host keeps from it', async () => {
    const asked: number[] = []
    const usedMs = async () => {
      asked.push(performance.now())
      return 0
    }
    const starved = aReader({ ms: 1, patience: Number.POSITIVE_INFINITY, usedMs })
    expect(await starved.preview(jobOf(flags(3_000)), 'shop')).toMatchObject({ summary: { flags: 3_000 } })
    expect(asked.length).toBeGreaterThan(0)
    // It is ended if that takes too long.
    expect(await aReader({ ms: 1, usedMs }).preview(jobOf(flags(20_000)), 'shop')).toMatchObject({
      unreadable: expect.stringContaining('of a processor'),
    })
  })

  it.each([
    ['what is no bundle', Buffer.from('hello'), 'The upload is no bundle'],
    ['a bundle without files', Buffer.from('{"format":1,"parts":{}}'), 'There is no file'],
    ['gzip that was cut short', gzipSync(flags(50)).subarray(0, 60), 'cannot be unpacked'],
  ])('says what is wrong with %s', async (_, bytes, sentence) => {
    expect(await aReader().preview(jobOf(bytes), 'shop')).toMatchObject({
      unreadable: expect.stringContaining(sentence),
    })
  })

  it('does not unpack more than an upload may hold', async () => {
    // A gzip file may have many members: these unpack to 600 MB.
    const bomb = Buffer.concat(Array(600).fill(gzipSync(Buffer.alloc(1024 * 1024, ' '))))
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect(await aReader().preview(jobOf(bomb), 'shop')).toMatchObject({
      unreadable: expect.stringContaining('when it is unpacked'),
    })
  })

  it('lets only so many of a project wait, and of others all the same', async () => {
    const reader = aReader({ waiting: 1 })
    const all = [1, 2, 3].map(() => reader.preview(jobOf(flags(1)), 'shop'))
    const other = reader.preview(jobOf(flags(1)), 'bank')
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(await other).toMatchObject({ summary: { flags: 1 } })
  })

  it('reads one upload of each project at a time, and each in turn', async () => {
    const reader = aReader({ atOnce: 1 })
    const ended: string[] = []
    const read = (project: string, count: number) =>
      reader.preview(jobOf(flags(count)), project).then(() => void ended.push(project))
    await Promise.all([read('shop', 1), read('shop', 1), read('bank', 1)])
    expect(ended).toEqual(['shop', 'bank', 'shop'])
    // With a higher limit a second project does not wait for the first.
    const two = aReader({ atOnce: 2 })
    const order: string[] = []
    await Promise.all([
      two.preview(jobOf(flags(1_500)), 'shop').then(() => order.push('shop')),
      two.preview(jobOf(flags(1)), 'shop').then(() => order.push('shop')),
      two.preview(jobOf(flags(1)), 'bank').then(() => order.push('bank')),
    ])
    expect(order[0]).toBe('bank')
  })

  it('gives up what waits when it is closed', async () => {
    const reader = aReader({ atOnce: 1 })
    const all = [1, 2].map(() => reader.preview(jobOf(flags(1_000)), 'shop'))
    await reader.close()
    for (const done of await Promise.all(all)) expect(done).toEqual({ unreadable: expect.stringContaining('stopped') })
  })
})
