import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { bundleOf, flagdFlag } from '../../../tests/support/bundles.ts'
import { Apart } from './apart.ts'
import type { PreviewJob } from './preview-job.ts'

const open: Apart[] = []
const anApart = (...given: ConstructorParameters<typeof Apart>) => {
  const apart = new Apart(...given)
  open.push(apart)
  return apart
}
afterAll(() => Promise.all(open.map((apart) => apart.close())))

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

describe('a thread apart', () => {
  it('reads an upload, packed or not, while the event loop turns', async () => {
    const apart = anApart()
    let turns = 0
    const turning = setInterval(() => (turns += 1), 1)
    const done = await apart.preview(jobOf(gzipSync(flags(300))))
    clearInterval(turning)
    expect(done).toMatchObject({ summary: { vendor: 'flagd', flags: 300 } })
    expect(turns).toBeGreaterThan(5)
    expect(await apart.preview(jobOf(flags(1)))).toMatchObject({ summary: { flags: 1 } })
  })

  it('is ended where it takes too long, or too much memory, and the next upload is read', async () => {
    const slow = anApart({ ms: 1 })
    expect(await slow.preview(jobOf(flags(5_000)))).toMatchObject({
      unreadable: expect.stringContaining('takes more than'),
    })
    const small = anApart({ memoryBytes: 24 * 1024 * 1024 })
    expect(await small.preview(jobOf(flags(60_000)))).toMatchObject({ unreadable: expect.stringContaining('memory') })
    expect(await anApart().preview(jobOf(flags(2)))).toMatchObject({ summary: { flags: 2 } })
  })

  it.each([
    ['what is no bundle', Buffer.from('hello'), 'The upload is no bundle'],
    ['a bundle without files', Buffer.from('{"format":1,"parts":{}}'), 'There is no file'],
    ['gzip that was cut short', gzipSync(flags(50)).subarray(0, 60), 'cannot be unpacked'],
  ])('says what is wrong with %s', async (_, bytes, sentence) => {
    expect(await anApart().preview(jobOf(bytes))).toMatchObject({ unreadable: expect.stringContaining(sentence) })
  })

  it('does not unpack more than an upload may hold', async () => {
    const bomb = gzipSync(Buffer.alloc(600 * 1024 * 1024, ' '))
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect(await anApart().preview(jobOf(bomb))).toMatchObject({
      unreadable: expect.stringContaining('when it is unpacked'),
    })
  })

  it('lets only so many wait', async () => {
    const apart = anApart({ waiting: 1 })
    const all = [1, 2, 3].map(() => apart.preview(jobOf(flags(1))))
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  })
})
