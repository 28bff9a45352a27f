import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../../../tests/support/arbitraries.ts'
import { aFlag, stateOf, where } from '../../../../../tests/support/builders.ts'
import { everyModule } from '../../../../shared/impact/extended/every-module.ts'
import { measureMoves } from '../../../../shared/impact/measure-moves.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import { measureSampledMoves } from './invariant-prover.ts'
import type { SampledContexts } from './move-job.ts'

const nowMs = Date.parse('2026-11-22T12:00:00Z')

const shared = (contexts: readonly Context[], keptOut: readonly string[] = []): SampledContexts => {
  const bytes = Buffer.from(contexts.map((context) => `${JSON.stringify(context)}\n`).join(''))
  const lines = new Uint8Array(new SharedArrayBuffer(bytes.length))
  lines.set(bytes)
  return { lines, count: contexts.length, keptOut }
}

describe('contexts that were seen', () => {
  it('are measured in the thread as the page measures them', async () => {
    let measured = 0
    await fc.assert(
      fc.asyncProperty(
        aDatafile(),
        aDatafile(),
        fc.array(aContext(), { minLength: 200, maxLength: 220 }),
        fc.constantFrom([], ['country'], ['user']),
        async (before, after, given, keptOut) => {
          // In the format they are stored in.
          const contexts = JSON.parse(JSON.stringify(given)) as Context[]
          const here = measureMoves(before, after, contexts, { nowMs, keptOut, modules: everyModule })
          if (here.state === 'measured') measured += 1
          expect(await measureSampledMoves({ before, after, seen: shared(contexts, keptOut), nowMs })).toEqual(here)
        },
      ),
      { numRuns: 12 },
    )
    expect(measured).toBeGreaterThan(2)
  })

  it('hold up nobody meanwhile: the event loop turns on until they are measured', async () => {
    const rules = (variant: string) =>
      Array.from({ length: 60 }, (_, at) => at).reduce(
        (flag, at) => flag.rule(where(`a${at}`, 'contains', `x${at}`), variant),
        aFlag('checkout'),
      )
    const contexts = Array.from({ length: 10_000 }, (_, at) => ({ targetingKey: `user-${at}`, a59: `x${at}` }))
    let done = false
    const before = stateOf([rules('on')])
    const after = stateOf([rules('off')])
    const answer = measureSampledMoves({ before, after, seen: shared(contexts), nowMs }).finally(() => {
      done = true
    })
    let turns = 0
    for (; !done; turns += 1) await turn()
    expect(await answer).toMatchObject({ state: 'measured', contexts: 10_000 })
    // Measuring synchronously would have let none through.
    expect(turns).toBeGreaterThan(100)
  })

  it('that take more steps to ask than there are can’t be measured, wherever they are asked', () => {
    const before = stateOf([aFlag('checkout').serving('on')])
    const after = stateOf([aFlag('checkout').serving('off')])
    const contexts = Array.from({ length: 300 }, (_, at) => ({ targetingKey: `user-${at}` }))
    const at = (steps: number) => measureMoves(before, after, contexts, { nowMs, steps })
    expect(at(300 * 2 * 30)).toEqual({ state: 'measured', moved: 300, contexts: 300 })
    expect(at(299 * 2 * 20)).toEqual({ state: 'unmeasured', because: 'steps', contexts: 300 })
  })
})
