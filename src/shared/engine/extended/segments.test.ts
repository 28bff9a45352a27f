import fc from 'fast-check'
import { expect, it } from 'vitest'
import { aFlag, aSegment } from '../../../../tests/support/builders.ts'
import { everyModule as profiles } from '../../../../tests/support/every-module.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { Datafile } from '../../schemas/datafile.ts'
import { compile } from '../compile.ts'
import { evaluate } from '../evaluate.ts'

const [names, plans] = [
  ['a', 'b', 'c', 'gone'],
  ['free', 'pro'],
]
const leaf = fc.constantFrom(...plans).map(
  (plan): Condition => ({
    read: { firstOf: [['plan']] },
    test: { op: 'in.strict', values: [plan], types: ['string'] },
  }),
)
const asks = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom<object[]>({}, {}, { missing: 'false' }, { missing: 'true' }))
  .map(([segment, missing]): Condition => ({ segment, ...missing }))
const condition = fc
  .array(fc.oneof(leaf, asks), { minLength: 1, maxLength: 3 })
  .chain((inner) => fc.constantFrom<Condition[]>({ all: inner }, { any: inner }, { not: { any: inner } }))

it('answers are the same whichever flag is asked first, also where a segment names one that is missing', () => {
  const whens = fc.array(condition, { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(whens, whens, fc.constantFrom(...plans), (inSegments, inFlags, plan) => {
      const segments = inSegments.map((when, at) => aSegment(names[at] ?? '', { when }))
      const flags = inFlags.map((when, at) => aFlag(`flag-${at}`).rule(when, 'on'))
      // The test reads only the compiled documents.
      const datafile = {
        flags: Object.fromEntries(flags.map((flag) => [flag.key, flag])),
        segments: Object.fromEntries(segments.map((segment) => [segment.key, segment])),
      } as unknown as Datafile
      const context = { targetingKey: 'ann', plan }
      const facts = (compiled: ReturnType<typeof compile>, key: string) => {
        const { variant, reason, errorCode, detail } = evaluate(compiled, key, context, 0)
        return [key, variant, reason, errorCode, detail]
      }
      const alone = new Map(flags.map(({ key }) => [key, facts(compile(datafile, profiles), key)]))
      for (const order of [flags, flags.toReversed(), [...flags.slice(1), ...flags.slice(0, 1)]]) {
        const compiled = compile(datafile, profiles)
        for (const { key } of order) expect(facts(compiled, key)).toEqual(alone.get(key))
      }
    }),
    { numRuns: 500 },
  )
})
