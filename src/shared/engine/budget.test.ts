import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { everyModule as profiles } from '../../../tests/support/every-module.ts'
import { aGreedyContext, aGreedyExpression, greedyDocuments } from '../../../tests/support/greedy.ts'
import { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import { compile } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { explain } from './explain.ts'
import { spentDetail } from './meter.ts'

const frame = { format: 1, project: 'p', environment: 'e', revision: 1, publishedAt: '', digest: '' } as const
const datafile = (expressions: readonly Json[]) => ({ ...frame, ...greedyDocuments(expressions) })
const context = { targetingKey: 'ada', list: Array.from({ length: 200 }, () => 'a'), text: 'x'.repeat(60_000) }

describe('an evaluation', () => {
  const doubling: Json = { reduce: [{ var: 'list' }, { merge: [{ var: 'accumulator' }, { var: 'accumulator' }] }, [1]] }
  const documents = datafile([doubling, { cat: ['o', 'n'] }])
  const compiled = compile(documents, profiles)

  it.each(['expr-0', 'tower-15', 'segments', 'sticky', 'list-3', 'list-5', 'list-9'])(
    'that takes more than its budget is PARSE_ERROR, and says so: %s',
    (key) => {
      const asked = { ...context, store: { 'targetingKey||ada': { k__1: 'on' } } }
      const outcome = evaluate(compiled, key, asked, 0)
      expect(outcome).toMatchObject({
        errorCode: 'PARSE_ERROR',
        detail: spentDetail,
        value: undefined,
        reason: 'ERROR',
      })
      expect(explain(documents, key, asked, 0, undefined, profiles).outcome).toMatchObject({ detail: spentDetail })
      // Outcomes over budget are shared, too, so that counters can compare them by identity.
      expect(evaluate(compiled, key, asked, 0)).toBe(outcome)
    },
  )

  it('answers as ever whatever others have used', () => {
    for (let times = 0; times < 2_000; times += 1) {
      expect(evaluate(compiled, 'expr-1', context, 0).variant).toBe('on')
      if (times % 500 === 0) evaluate(compiled, 'expr-0', context, 0)
    }
  })

  it('inside another ends that one, too', () => {
    const asking = FlagDocument.parse({
      ...documents.flags['tower-0'],
      key: 'asks',
      prerequisites: [{ flag: 'expr-0', variants: ['on'] }],
    })
    const both = { ...documents, flags: { ...documents.flags, asks: asking } }
    expect(evaluate(compile(both, profiles), 'asks', context, 0).detail).toBe(spentDetail)
    expect(explain(both, 'asks', context, 0, undefined, profiles).outcome.detail).toBe(spentDetail)
  })

  it('that a context begins inside another never throws', () => {
    const nosy = {
      targetingKey: 'ada',
      text: '',
      get list() {
        expect(evaluate(compiled, 'tower-15', {}, 0).errorCode).toBe('PARSE_ERROR')
        return context.list
      },
    }
    expect(evaluate(compiled, 'expr-0', nosy, 0).errorCode).toBe('PARSE_ERROR')
  })
})

describe('documents and contexts within every limit', () => {
  let worst = { ms: 0, key: '' }
  beforeAll(() => {
    worst = { ms: 0, key: '' }
  })

  it('take no evaluation past its budget, and both engines agree on which', { timeout: 240_000 }, () => {
    let over = 0
    let all = 0
    fc.assert(
      fc.property(fc.array(aGreedyExpression, { minLength: 1, maxLength: 4 }), aGreedyContext, (expressions, asked) => {
        const documents = datafile(expressions)
        const compiled = compile(documents, profiles)
        for (const [key, document] of Object.entries(documents.flags)) {
          expect(FlagDocument.safeParse(document).success).toBe(true)
          const started = performance.now()
          const outcome = evaluate(compiled, key, asked, 0)
          const ms = performance.now() - started
          if (ms > worst.ms) worst = { ms, key }
          const explained = explain(documents, key, asked, 0, undefined, profiles).outcome
          expect([key, explained.variant, explained.detail, explained.errorCode]).toEqual([
            key,
            outcome.variant,
            outcome.detail,
            outcome.errorCode,
          ])
          all += 1
          if (outcome.detail === spentDetail) over += 1
        }
      }),
      { numRuns: 4 },
    )
    expect(over).toBeGreaterThan(0)
    console.log(
      `${all} greedy evaluations, ${over} over their budget; the longest took ${worst.ms.toFixed(1)} ms (${worst.key})`,
    )
  })
})
