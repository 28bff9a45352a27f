import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../../../shared/limits.ts'
import { keyHash } from '../../features/access/keys/key-hash.ts'
import { type KnownKey, RelayKeys } from './relay-keys.ts'

const text = (n: number) => `fan_srv_${String(n).padStart(43, '0')}`
const nameOf = (n: number) => keyHash(text(n)).toString('hex')
const aKey = (n: number, confirmedMs: number, more: Partial<KnownKey> = {}): KnownKey => ({
  ...{ name: nameOf(n), keyId: `key-${n}`, kind: 'server', allowedOrigins: [], expiresAt: null },
  ...{ environmentId: 'e', project: 'p', environment: 'd', confirmedMs },
  ...more,
})

/** A key ring over an upstream that knows some keys and may be down. */
function aRing() {
  const upstream = { known: new Set<number>(), away: false, asked: 0 }
  const gone: string[] = []
  let clockMs = 1_000
  const keys = new RelayKeys({
    ask: async (names) => {
      upstream.asked += 1
      if (upstream.away) return { found: [], isWhole: false }
      const found = [...upstream.known].filter((n) => names.includes(nameOf(n))).map((n) => aKey(n, clockMs))
      return { found, isWhole: true }
    },
    hasStream: () => false,
    onGone: (keyId) => gone.push(keyId),
    onChange: () => undefined,
    now: () => new Date(clockMs),
    clockMs: () => clockMs,
  })
  const verdict = async (n: number) => {
    try {
      return (await keys.holder(text(n))).keyId
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  return { keys, upstream, gone, verdict, pass: (ms: number) => (clockMs += ms), now: () => clockMs }
}

describe('the keys of a relay', () => {
  it('are asked for once, however many programs come with one in the same moment', async () => {
    const { upstream, verdict } = aRing()
    upstream.known.add(1)
    expect(new Set(await Promise.all(Array.from({ length: 50 }, () => verdict(1))))).toEqual(new Set(['key-1']))
    expect(upstream.asked).toBe(1)
  })

  it('that nobody knows are not asked for again for a while', async () => {
    const { upstream, verdict, pass } = aRing()
    expect([await verdict(1), await verdict(1), upstream.asked]).toEqual([
      'auth/token-invalid',
      'auth/token-invalid',
      1,
    ])
    upstream.known.add(1)
    pass(5_000)
    expect(await verdict(1)).toBe('key-1')
  })

  it('end when they are not confirmed, and when they are past their end', async () => {
    const { keys, upstream, verdict, gone, now, pass } = aRing()
    upstream.known.add(1)
    await verdict(1)
    keys.end([nameOf(1)])
    upstream.known.clear()
    expect([gone, await verdict(1)]).toEqual([['key-1'], 'auth/token-invalid'])
    keys.confirm([aKey(2, now(), { expiresAt: new Date(now() + 10).toISOString() })])
    expect(await verdict(2)).toBe('key-2')
    pass(10)
    expect(await verdict(2)).toBe('auth/token-expired')
    keys.endOld()
    expect(gone).toEqual(['key-1', 'key-2'])
  })

  it('a key works while the upstream is away, for a day after somebody confirmed it and no longer', async () => {
    const { keys, upstream, verdict, now, pass, gone } = aRing()
    upstream.away = true
    keys.confirm([aKey(1, now())])
    pass(limits.relayKeysKeptMs)
    expect(await verdict(1)).toBe('key-1')
    pass(1)
    expect(await verdict(1)).toBe('server/unavailable')
    keys.endOld()
    expect(gone).toEqual(['key-1'])
  })

  it('never live longer by passing through relays: an age only grows', async () => {
    const { keys, now, pass } = aRing()
    keys.confirm([aKey(1, now() - 500)])
    pass(250)
    expect(await keys.named('e', [nameOf(1)])).toMatchObject([{ ageMs: 750 }])
    expect(await keys.named('another', [nameOf(1)])).toEqual([])
  })

  it('let nobody in whom the upstream does not know, whatever happens in which order', async () => {
    const act = fc.oneof(
      fc.record({ is: fc.constant('make' as const), key: fc.nat(3) }),
      fc.record({ is: fc.constant('revoke' as const), key: fc.nat(3) }),
      fc.record({ is: fc.constant('away' as const), away: fc.boolean() }),
      fc.record({ is: fc.constant('round' as const) }),
      fc.record({ is: fc.constant('wait' as const), ms: fc.nat(limits.relayKeysKeptMs) }),
      fc.record({ is: fc.constant('come' as const), key: fc.nat(3) }),
    )
    const holds = fc.check(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        const { keys, upstream, verdict, now, pass } = aRing()
        /** When the upstream last confirmed a key. */
        const said = new Map<number, number>()
        const wrong: number[] = []
        const ask = (some: readonly number[]) => {
          if (!upstream.away) for (const n of some) if (upstream.known.has(n)) said.set(n, now())
        }
        for (const one of acts) {
          if (one.is === 'make') upstream.known.add(one.key)
          else if (one.is === 'revoke') upstream.known.delete(one.key)
          else if (one.is === 'away') upstream.away = one.away
          else if (one.is === 'wait') pass(one.ms)
          else if (one.is === 'round') {
            const known = keys.all().map(({ keyId }) => Number(keyId.slice(4)))
            ask(known)
            if (!upstream.away) {
              keys.confirm(known.filter((n) => upstream.known.has(n)).map((n) => aKey(n, now())))
              keys.end(known.filter((n) => !upstream.known.has(n)).map(nameOf))
            }
            keys.endOld()
          } else {
            const isIn = (await verdict(one.key)) === `key-${one.key}`
            if (isIn && !said.has(one.key)) ask([one.key])
            if (isIn && !upstream.away && upstream.known.has(one.key)) ask([one.key])
            const sinceMs = now() - (said.get(one.key) ?? Number.NEGATIVE_INFINITY)
            if (isIn && sinceMs > limits.relayKeysKeptMs) wrong.push(one.key)
          }
        }
        return wrong.length === 0
      }),
      { numRuns: 60 },
    )
    expect(await holds).toMatchObject({ failed: false, numRuns: 60 })
  })
})
