import { afterEach, describe, expect, it } from 'vitest'
import { Hub, type Subscriber } from './hub.ts'

const hubs: Hub[] = []
afterEach(() => {
  for (const hub of hubs.splice(0)) hub.close()
})

/** A stream whose program reads, or does not. */
const aStream = (keyId: string) => {
  const stream = { waiting: 0, reads: true }
  const subscriber: Subscriber = {
    wants: 'patches',
    keyId,
    write: (bytes) => (stream.waiting = stream.reads ? 0 : stream.waiting + bytes.length),
    pending: () => stream.waiting,
    end: () => undefined,
    cut: () => undefined,
  }
  return { stream, subscriber }
}
const patch = (to: number) => ({
  from: to - 1,
  to,
  publishedAt: '2026-11-22T10:00:00.000Z',
  digest: '',
  flags: {},
  segments: {},
})

describe('how far the streams of an environment are', () => {
  it('is the revision that each has certainly taken, those of a key together', () => {
    const hub = new Hub()
    hubs.push(hub)
    const [quick, other, slow] = [aStream('web'), aStream('web'), aStream('kiosk')]
    for (const { subscriber } of [quick, other, slow]) hub.subscribe('production', subscriber, 7)
    expect(hub.streamsAt('production')).toEqual([
      { keyId: 'web', revision: 7, streams: 2 },
      { keyId: 'kiosk', revision: 7, streams: 1 },
    ])
    slow.stream.reads = false
    hub.publish('production', patch(8) as never, 'tag')
    hub.publish('production', patch(9) as never, 'tag')
    expect(hub.streamsAt('production')).toEqual([
      { keyId: 'web', revision: 9, streams: 2 },
      { keyId: 'kiosk', revision: 7, streams: 1 },
    ])
    slow.stream.waiting = 0
    expect(hub.streamsAt('production')).toContainEqual({ keyId: 'kiosk', revision: 9, streams: 1 })
    expect(hub.streamsAt('staging')).toEqual([])
  })
})
