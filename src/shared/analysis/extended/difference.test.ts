import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aExtendedContext, aExtendedDatafile } from '../../../../tests/support/extended-arbitraries.ts'
import { expectMoves } from '../../../../tests/support/moves.ts'
import { aVendorContext, aVendorPair } from '../../../../tests/support/vendor-arbitraries.ts'
import { compile } from '../../engine/compile.ts'
import { evaluate } from '../../engine/evaluate.ts'
import type { Context } from '../../schemas/context.ts'
import type { Datafile } from '../../schemas/datafile.ts'
import { answerOf, nameOfAnswer } from '../answer.ts'
import { differenceOf } from '../difference.ts'
import { everyModule } from './every-module.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const runs = Number(process.env['FANION_IMPACT_RUNS'] ?? 25)

/** Two states of a project: the second has some documents of another, and keeps the rest. */
const aPair = (): fc.Arbitrary<readonly [Datafile, Datafile]> =>
  fc
    .tuple(aExtendedDatafile(), aExtendedDatafile(), fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), fc.nat(3))
    .map(([one, two, taken, edited]) => {
      const flags = Object.fromEntries(
        Object.keys(one.flags).map((key, at) => [key, taken[at] === true ? two.flags[key] : one.flags[key]]),
      )
      const key = Object.keys(one.flags)[edited] ?? 'alpha'
      const [old, next] = [one.flags[key], two.flags[key]]
      // As people edit: one rule of one flag.
      const mended = { ...old, rules: [...(next?.rules.slice(0, 1) ?? []), ...(old?.rules.slice(1) ?? [])] }
      const after = taken[5] === true ? { ...one.flags, [key]: mended } : flags
      const segments = taken[4] === true ? one.segments : { ...one.segments, beta: two.segments['beta'] }
      const states = [one, { ...one, flags: after, segments }]
      // Chance is never decided, what is run has no words, and both would leave little else to ask about.
      const [was, is] =
        taken[3] === true
          ? states
          : (JSON.parse(
              JSON.stringify(states).replaceAll('"random"', '"crc32"'),
              without(taken[2] === true),
            ) as typeof states)
      return [was, is] as readonly [Datafile, Datafile]
    })

const without = (opaque: boolean) => (name: string, value: unknown) => {
  if (opaque || typeof value !== 'object' || value === null) return name === 'sticky' && !opaque ? undefined : value
  return name === 'sticky' ? undefined : 'expr' in value ? { variant: 'b' } : value
}

const answering = (datafile: Datafile, flag: string) => {
  const engine = compile(datafile, everyModule)
  return (context: Context): string => nameOfAnswer(answerOf(evaluate(engine, flag, context, nowMs)))
}

const agrees = (
  before: Datafile,
  after: Datafile,
  contexts: readonly Context[],
  counted: Record<
    'changed' | 'exact' | 'unlisted' | 'steps' | 'extended' | 'regions' | 'withExample' | 'proofs',
    number
  >,
): void => {
  for (const flag of Object.keys(before.flags)) {
    const difference = differenceOf(before, after, flag, { nowMs, regions: Number.POSITIVE_INFINITY })
    const [old, next] = [answering(before, flag), answering(after, flag)]
    if (difference.state === 'undecided') {
      counted[difference.because] += 1
      continue
    }
    if (difference.state === 'unlisted') {
      counted.unlisted += 1
      const moves = difference.moves.map(({ from, to }) => `${nameOfAnswer(from)}→${nameOfAnswer(to)}`)
      const made = contexts.map((context) => [old(context), next(context)] as const)
      const untold = made.filter(([from, to]) => from !== to && !moves.includes(`${from}→${to}`))
      expect(untold).toEqual([])
      continue
    }
    counted.exact += 1
    if (difference.moves.length === 0) counted.proofs += 1
    const said = { before, nowMs, modules: everyModule, old, next, named: nameOfAnswer }
    expectMoves(difference.moves, contexts, said, counted)
  }
}

const fresh = () => ({
  ...{ changed: 0, exact: 0, unlisted: 0, steps: 0, extended: 0, regions: 0, withExample: 0, proofs: 0 },
})

describe('the difference of documents of other systems', () => {
  const bounds = { numRuns: runs, endOnFailure: process.env['FANION_SHRINK'] === undefined }
  const told = (counted: object) => {
    if (process.env['FANION_IMPACT_RUNS'] !== undefined) console.info(counted)
  }

  it('holds exactly the contexts whose answer changes, of documents as importers make them', () => {
    const counted = fresh()
    fc.assert(
      fc.property(
        aVendorPair(),
        fc.array(aVendorContext(), { minLength: 10, maxLength: 30 }),
        ([before, after], contexts) => agrees(before, after, contexts as Context[], counted),
      ),
      { ...bounds, numRuns: runs * 3 },
    )
    told(counted)
    expect(counted.regions).toBeGreaterThan(runs)
    expect(counted.extended).toBe(0)
    expect(counted.withExample).toBeGreaterThan(counted.regions * 0.5)
  }, 3_600_000)

  it('holds exactly the contexts whose answer changes, whatever documents ask', () => {
    const counted = fresh()
    fc.assert(
      fc.property(
        aPair(),
        fc.array(aExtendedContext(), { minLength: 10, maxLength: 30 }),
        ([before, after], contexts) => agrees(before, after, contexts as Context[], counted),
      ),
      { ...bounds, numRuns: Math.ceil(runs / 2) },
    )
    told(counted)
    expect(counted.changed + counted.proofs).toBeGreaterThan(runs / 2)
  }, 3_600_000)
})
