import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDatafile } from '../../../../../tests/support/arbitraries.ts'
import { aFlag, stateOf, where } from '../../../../../tests/support/builders.ts'
import { computeDifference } from './compute-difference.ts'
import { differenceFor } from './difference-job.ts'

const nowMs = Date.parse('2026-11-22T12:00:00Z')
const steps = 300_000

describe('a difference that is told', () => {
  it('is the same wherever it was found', async () => {
    await fc.assert(
      fc.asyncProperty(aDatafile(), aDatafile(), async (before, after) => {
        const [flag = ''] = Object.keys({ ...before.flags, ...after.flags })
        const job = { before, after, flag, nowMs, steps }
        expect(await computeDifference(job)).toEqual(differenceFor(job))
      }),
      { numRuns: 60 },
    )
  })

  it('holds up nobody while a hard one is looked for', async () => {
    const flagOf = (variant: string) =>
      Array.from({ length: 60 }, (_, at) => at).reduce(
        (flag, at) => flag.rule(where(`a${at}`, 'contains', `x${at}`), at % 2 === 0 ? variant : 'off'),
        aFlag('checkout').rule(where(variant, 'is', 'x'), 'off'),
      )
    const job = { before: stateOf([flagOf('on')]), after: stateOf([flagOf('off')]), flag: 'checkout', nowMs, steps }
    let done = false
    const answer = computeDifference(job).finally(() => {
      done = true
    })
    let turns = 0
    for (; !done; turns += 1) await turn()
    expect(await answer).toEqual(differenceFor(job))
    // Synchronous work would have let none or two through.
    expect(turns).toBeGreaterThan(20)
  })
})
