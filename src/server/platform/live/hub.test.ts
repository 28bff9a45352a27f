import { afterEach, describe, expect, it, vi } from 'vitest'
import { limits } from '../../../shared/limits.ts'
import { Hub, type Subscriber } from './hub.ts'

const hubs: Hub[] = []
afterEach(() => {
  for (const hub of hubs.splice(0)) hub.close()
})

/** A stream whose client reads or does not. */
const aStream = (keyId: string, wants: Subscriber['wants'] = 'patches') => {
  const stream = { waiting: 0, reads: true }
  const said: string[] = []
  const subscriber: Subscriber = {
    wants,
    keyId,
    write: (bytes) => {
      said.push(bytes.toString())
      stream.waiting = stream.reads ? 0 : stream.waiting + bytes.length
    },
    pending: () => stream.waiting,
    end: () => void said.push('end'),
    cut: () => void said.push('cut'),
  }
  return { stream, subscriber, said }
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

describe('a hub', () => {
  const aHub = () => {
    const hub = new Hub()
    hubs.push(hub)
    return hub
  }

  it('counts its streams, by key as well, until each is over', () => {
    const hub = aHub()
    const leave = [
      hub.subscribe('production', aStream('web').subscriber),
      hub.subscribe('production', aStream('web').subscriber),
      hub.subscribe('staging', aStream('kiosk').subscriber),
    ]
    expect([hub.size, hub.keyIds(), [...hub.streamsByKey()]]).toEqual([
      3,
      ['web', 'kiosk'],
      [
        ['web', 2],
        ['kiosk', 1],
      ],
    ])
    const [first] = leave
    first?.()
    const other = hub.subscribe('production', aStream('tv').subscriber)
    // removing a stream twice removes no other stream
    for (const end of leave) end()
    expect(hub.keyIds()).toEqual(['tv'])
    other()
    expect([hub.size, hub.keyIds(), hub.streamsByKey().size]).toEqual([0, [], 0])
  })

  it('tells those of an environment, each in its own format, and nobody else', () => {
    const hub = aHub()
    const [patches, changes, foreign, elsewhere] = [
      aStream('a'),
      aStream('b', 'changes'),
      aStream('c', 'flagd'),
      aStream('d'),
    ]
    for (const { subscriber } of [patches, changes, foreign]) hub.subscribe('production', subscriber)
    hub.subscribe('staging', elsewhere.subscriber)
    hub.publish('production', patch(8) as never, 'tag', (want) => Buffer.from(`for ${String(want)}`))
    expect(patches.said.join()).toContain('event: patch')
    expect(changes.said.join()).toContain('"refetchEvaluation","etag":"tag"')
    expect(changes.said.join()).not.toContain('event: patch')
    expect([foreign.said, elsewhere.said]).toEqual([['for flagd'], []])
  })

  it('says of a stream that was brought up to no revision nothing about how far it is', () => {
    const hub = aHub()
    hub.subscribe('production', aStream('web').subscriber)
    hub.publish('production', patch(8) as never, 'tag')
    expect(hub.streamsAt('production')).toEqual([])
  })

  it('cuts off whoever does not read and is more than the limit behind, and nobody before', () => {
    const hub = aHub()
    const { stream, subscriber, said } = aStream('slow', 'flagd')
    hub.subscribe('production', subscriber)
    const tell = (bytes: number) => hub.publish('production', patch(8) as never, 'tag', () => Buffer.alloc(bytes))
    stream.reads = false
    // A stream with nothing pending receives everything, whatever its size.
    tell(limits.subscriberBufferBytes + 1)
    tell(limits.subscriberBufferBytes)
    expect([said.length, hub.cut]).toEqual([2, 0])
    // fewer bytes are pending than were queued
    stream.waiting = 100
    tell(limits.subscriberBufferBytes - 100)
    expect([said.includes('cut'), hub.cut]).toEqual([false, 0])
    tell(1)
    expect([said.at(-1), said.length, hub.cut]).toEqual(['cut', 4, 1])
  })

  it('gives whoever begins with much the time to take it, and says nothing of being there meanwhile', () => {
    vi.useFakeTimers()
    try {
      const hub = aHub()
      const { stream, subscriber, said } = aStream('far away')
      Object.assign(stream, { waiting: 20 * limits.subscriberBufferBytes, reads: false })
      hub.subscribe('production', subscriber)
      vi.advanceTimersByTime(4 * limits.streamHeartbeatMs)
      expect([said, hub.cut]).toEqual([[], 0])
      hub.publish('production', patch(8) as never, 'tag')
      expect([said.length, hub.cut]).toEqual([1, 0])
      stream.waiting = 0
      vi.advanceTimersByTime(limits.streamHeartbeatMs)
      expect(said.slice(1)).toEqual([': here\n\n'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends the streams of a key that is revoked, or of one environment, and leaves the others', () => {
    const hub = aHub()
    const [web, kiosk, staging] = [aStream('web'), aStream('kiosk'), aStream('kiosk')]
    hub.subscribe('production', web.subscriber)
    hub.subscribe('production', kiosk.subscriber)
    hub.subscribe('staging', staging.subscriber)
    hub.revoke('web')
    expect([web.said, kiosk.said, staging.said]).toEqual([['end'], [], []])
    hub.disconnect('staging')
    expect([web.said, kiosk.said, staging.said]).toEqual([['end'], [], ['end']])
  })

  it('ends each stream at an age of its own, between half of the greatest and the whole, and asks for its return', () => {
    vi.useFakeTimers()
    try {
      const hub = new Hub(100 * limits.streamHeartbeatMs)
      hubs.push(hub)
      const streams = Array.from({ length: 400 }, () => aStream('web'))
      for (const { subscriber } of streams) hub.subscribe('production', subscriber)
      const ages = new Map<number, number>()
      for (let beat = 1; beat <= 100; beat++) {
        vi.advanceTimersByTime(limits.streamHeartbeatMs)
        ages.set(beat, streams.filter(({ said }) => said.at(-1) === 'end').length)
      }
      expect([ages.get(49), ages.get(100)]).toEqual([0, 400])
      // One after the other, not all at once.
      expect(ages.get(75)).toBeGreaterThan(140)
      expect(ages.get(75)).toBeLessThan(270)
      expect(Number(/"retryMs":(\d+)/.exec(streams[0]?.said.at(-2) ?? '')?.[1])).toBeLessThanOrEqual(2_000)
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows itself to the script of a page, which sees no comments', () => {
    vi.useFakeTimers()
    try {
      const hub = aHub()
      const { subscriber, said } = aStream('web')
      hub.subscribe('production', { ...subscriber, wants: 'changes' })
      vi.advanceTimersByTime(limits.streamHeartbeatMs)
      expect(said).toEqual(['event: heartbeat\ndata: here\n\n'])
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows that it is there again and again, until it says goodbye to everybody', () => {
    vi.useFakeTimers()
    try {
      const hub = aHub()
      const { subscriber, said } = aStream('web')
      hub.subscribe('production', subscriber)
      vi.advanceTimersByTime(2 * limits.streamHeartbeatMs)
      expect(said).toEqual([': here\n\n', ': here\n\n'])
      hub.close()
      const [, , goodbye = '', last] = said
      expect([goodbye, last]).toEqual([expect.stringContaining('event: reconnect'), 'end'])
      const { retryMs } = JSON.parse(/^data: (.*)$/m.exec(goodbye)?.[1] ?? '')
      expect(retryMs).toBeGreaterThanOrEqual(0)
      expect(retryMs).toBeLessThanOrEqual(5 * limits.clientRetryMinMs)
      vi.advanceTimersByTime(limits.streamHeartbeatMs)
      expect(said).toHaveLength(4)
    } finally {
      vi.useRealTimers()
    }
  })
})
