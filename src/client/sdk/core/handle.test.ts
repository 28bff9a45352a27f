import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failure, outcome } from '../../../shared/engine/outcome.ts'
import { defineFlags, type Flag } from './define-flags.ts'
import { createHandle, type EvaluationTarget } from './handle.ts'

const { color, limits, list, hero } = defineFlags({
  color: { type: 'string', default: 'none' },
  hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
  limits: { type: 'object', default: { perMinute: 60 } },
  list: { type: 'object', default: ['a'] },
})

const serving = (value: string | number | boolean | null | object, timed = false): EvaluationTarget => {
  // A server may serve any JSON value.
  const picked = outcome({ flag: 'x', reason: 'STATIC', variant: 'v', slot: 5, value: value as never })
  return { timed, pick: () => picked }
}

const aCall = (flag: unknown, target: EvaluationTarget) => {
  const hits: number[] = []
  let clock = 0
  const targets = [target]
  const { call, repoint } = createHandle(flag as Flag, {
    target: () => targets[0] ?? target,
    now: () => (clock += 1),
    revision: () => 3,
    hit: (slot) => hits.push(slot),
    defaultSlot: () => 99,
  })
  const move = (next: EvaluationTarget) => {
    targets[0] = next
    repoint()
  }
  return { call, move, hits, clockReads: () => clock }
}

describe('a call', () => {
  it('gives what is served and counts it', () => {
    const { call, hits } = aCall(color, serving('red'))
    expect(call()).toBe('red')
    expect(hits).toEqual([5])
  })

  it.each([
    ['another type', color, 7],
    ['no value', color, null],
    ['a value that is none of the variants', hero, 'wide'],
    ['null for an object', limits, null],
    ['a list for an object', limits, [1]],
    ['an object for a list', list, { a: 1 }],
  ])('gives the default for %s, counts it as that, and says TYPE_MISMATCH', (_, flag, value) => {
    const { call, hits } = aCall(flag, serving(value))
    expect(call()).toBe(flag.default)
    expect(call.details()).toMatchObject({
      value: flag.default,
      variant: null,
      reason: 'ERROR',
      errorCode: 'TYPE_MISMATCH',
    })
    expect(hits).toEqual([99, 99])
  })

  it('gives the default where there is no value, and says why', () => {
    const { call, hits } = aCall(color, { timed: false, pick: () => failure('x', 'FLAG_NOT_FOUND', 'gone', 8) })
    expect(call()).toBe('none')
    expect(call.details()).toMatchObject({
      value: 'none',
      errorCode: 'FLAG_NOT_FOUND',
      errorMessage: 'gone',
      revision: 3,
    })
    expect(hits).toEqual([8, 8])
  })

  it('goes on asking what answered first until something changes', () => {
    const { call, move } = aCall(color, serving('red'))
    expect(call()).toBe('red')
    move(serving('blue'))
    expect(call()).toBe('blue')
  })

  it('reads the clock only where the time matters', () => {
    const { call, move, clockReads } = aCall(color, serving('red'))
    call()
    const resolving = clockReads()
    for (let again = 0; again < 9; again += 1) call()
    expect(clockReads()).toBe(resolving)
    move(serving('red', true))
    for (let again = 0; again < 9; again += 1) call()
    expect(clockReads()).toBe(resolving + 9)
  })

  it('gives nothing that the program did not declare, whatever is served', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const given = aCall(hero, serving(value as object)).call()
        expect(['classic', 'compact']).toContain(given)
        expect(typeof aCall(color, serving(value as object)).call()).toBe('string')
      }),
    )
  })
})
