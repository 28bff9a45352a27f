import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aFlagDocument } from '../../../../tests/support/arbitraries.ts'
import { aDatafile, aFlag, where } from '../../../../tests/support/builders.ts'
import { draws } from '../../../../tests/support/seed.ts'
import { compile } from '../../engine/compile.ts'
import { evaluate } from '../../engine/evaluate.ts'
import { everyFamily } from '../../engine/operators/every-family.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { rampBaselineOf } from './ramp-baseline.ts'
import {
  describeRampEdit,
  isComplete,
  type RampDocumentInput,
  rampDocumentAt,
  restoreRampedRule,
  withoutRamp,
} from './ramp-document.ts'
import type { RampPlan } from './schemas/ramp.ts'

const runs = { numRuns: draws(60) }

/** A flag that serves one variant by a rule or by default, and a ramp of that rule. */
const aRamp = fc
  .tuple(
    aFlagDocument(),
    fc.option(fc.nat()),
    fc.uniqueArray(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 6 }),
    fc.option(fc.constantFrom('companyId', 'plan'), { nil: undefined }),
    fc.boolean(),
  )
  .map(([made, at, shares, by, counts]) => {
    const variants = {
      ...made.variants,
      before: made.variants[Object.keys(made.variants)[0] ?? ''] ?? true,
      after: true,
    }
    const rule = at === null || made.rules.length === 0 ? null : (made.rules[at % made.rules.length]?.id ?? null)
    const document: FlagDocument = {
      ...made,
      on: true,
      variants,
      otherwise: rule === null ? { variant: 'before' } : made.otherwise,
      rules: made.rules.map((one) =>
        one.id === rule ? { id: one.id, when: one.when, serve: { variant: 'before' } } : one,
      ),
    }
    const steps = [...shares.sort((a, b) => a - b).map((share) => ({ share, hold: 'PT5M' })), { share: 100_000 }]
    const guards = [{ event: 'failed', worse: 'more' as const, then: 'pause' as const }]
    const plan: RampPlan = { rule, to: 'after', steps, ...(by === undefined ? {} : { by }), ...(counts && { guards }) }
    const found = rampBaselineOf(document, plan)
    if (!('ground' in found)) throw new Error(found.problem.problem)
    return { document, ramp: { number: 17, plan, ground: found.ground } satisfies RampDocumentInput }
  })

const answersOf = (document: FlagDocument, contexts: readonly object[]) => {
  const compiled = compile(aDatafile([document]), { ...everyFamily })
  return contexts.map((context) => evaluate(compiled, document.key, context as never, 0).variant ?? null)
}

/** The variant that a measured rule serves to each context. Null if the rule does not match it. */
const armsAt = (document: FlagDocument, contexts: readonly object[]) => {
  const compiled = compile(aDatafile([document]), { ...everyFamily })
  return contexts.map((context) => {
    const { measured, variant } = evaluate(compiled, document.key, context as never, 0)
    return measured === null || measured === undefined ? null : variant
  })
}

const people = Array.from({ length: 400 }, (_, at) => ({
  targetingKey: `user-${at}`,
  plan: at % 3 === 0 ? 'pro' : 'free',
}))

describe('a ramp that grows', () => {
  it('takes nobody back whom it serves already, and changes nobody else', () => {
    fc.assert(
      fc.property(aRamp, fc.array(aContext(), { maxLength: 10 }), ({ document, ramp }, contexts) => {
        const asked = [...people, ...contexts]
        const before = answersOf(document, asked)
        const states = ramp.plan.steps.map((_, step) => answersOf(rampDocumentAt(document, ramp, step), asked))
        const moves = states.flatMap((now, step) => {
          const was = states[step - 1] ?? before
          return now.flatMap((variant, at) => (variant === was[at] ? [] : [`${was[at]} → ${variant}`]))
        })
        expect(moves.filter((move) => move !== 'before → after')).toEqual([])
      }),
      runs,
    )
  })

  it('gives both arms alike while it counts, and moves nobody from one to the other', () => {
    fc.assert(
      fc.property(aRamp, ({ document, ramp }) => {
        const plan: RampPlan = { ...ramp.plan, guards: [{ event: 'failed', worse: 'more', then: 'pause' }] }
        const counted = { ...ramp, plan }
        const arms = plan.steps.map((_, step) => armsAt(rampDocumentAt(document, counted, step), people))
        arms.slice(1).forEach((now, at) => {
          const was = arms[at] ?? []
          // Measured users stay in the same arm, until a step above one half measures no one.
          const share = plan.steps[at + 1]?.share ?? 0
          const wrong =
            share <= 50_000
              ? now.filter((arm, person) => was[person] !== null && arm !== was[person])
              : now.filter((arm) => arm !== null)
          expect(wrong).toEqual([])
        })
      }),
      runs,
    )
    const many = Array.from({ length: 20_000 }, (_, at) => ({ targetingKey: `u${at}` }))
    const guards = [{ event: 'failed', worse: 'more' as const, then: 'pause' as const }]
    const steps = [{ share: 10_000, hold: 'PT1H' }, { share: 75_000, hold: 'PT1H' }, { share: 100_000 }]
    const ramp = {
      number: 3,
      plan: { rule: null, to: 'on', steps, guards },
      ground: { when: true as const, before: 'off' },
    }
    const arms = armsAt(rampDocumentAt(aFlag().serving('off'), ramp, 0), many)
    for (const variant of ['on', 'off'])
      expect(Math.abs(arms.filter((arm) => arm === variant).length / many.length - 0.1)).toBeLessThan(0.01)
    const served = answersOf(rampDocumentAt(aFlag().serving('off'), ramp, 1), many)
    expect(Math.abs(served.filter((variant) => variant === 'on').length / many.length - 0.75)).toBeLessThan(0.015)
  })

  it('serves about the share of its step, to the same people at whatever step before they came', () => {
    const flag = aFlag().serving('off')
    const plan: RampPlan = { rule: null, to: 'on', steps: [{ share: 25_000, hold: 'PT1H' }, { share: 100_000 }] }
    const many = Array.from({ length: 20_000 }, (_, at) => ({ targetingKey: `u${at}` }))
    const served = answersOf(rampDocumentAt(flag, { number: 3, plan, ground: { when: true, before: 'off' } }, 0), many)
    const share = served.filter((variant) => variant === 'on').length / many.length
    expect(Math.abs(share - 0.25)).toBeLessThan(0.015)
  })

  it('gives everyone at its last step what an edit by hand would have given', () => {
    fc.assert(
      fc.property(aRamp, ({ document, ramp }) => {
        const done = rampDocumentAt(rampDocumentAt(document, ramp, 0), ramp, ramp.plan.steps.length - 1)
        const serve = { variant: 'after' }
        expect(done).toEqual(
          ramp.plan.rule === null
            ? { ...document, otherwise: serve }
            : {
                ...document,
                rules: document.rules.map((one) => (one.id === ramp.plan.rule ? { ...one, serve } : one)),
              },
        )
        expect(isComplete(done, ramp)).toBe(true)
      }),
      runs,
    )
  })
})

describe('a ramp that is rolled back', () => {
  it('leaves the flag as it was, field by field, whatever others published beside it', () => {
    fc.assert(
      fc.property(aRamp, fc.nat(5), fc.boolean(), ({ document, ramp }, at, others) => {
        const step = at % ramp.plan.steps.length
        const edit = (flag: FlagDocument): FlagDocument =>
          others
            ? {
                ...flag,
                visibleToClients: !flag.visibleToClients,
                rules: [
                  { id: 'theirs', when: where('plan', 'is', 'pro'), serve: { variant: 'before' } },
                  ...flag.rules,
                ],
              }
            : flag
        if (step === ramp.plan.steps.length - 1) return
        const there = edit(rampDocumentAt(document, ramp, step))
        expect(describeRampEdit(there, ramp, step)).toBeNull()
        expect(withoutRamp(there, ramp)).toEqual(edit(document))
      }),
      runs,
    )
  })
})

describe('a ramp whose flag was edited', () => {
  const flag = aFlag()
    .rule(where('plan', 'is', 'pro'), 'off')
    .serving('off')
  const plan: RampPlan = { rule: 'r1', to: 'on', steps: [{ share: 1_000, hold: 'PT1H' }, { share: 100_000 }] }
  const ramp: RampDocumentInput = { number: 17, plan, ground: { when: where('plan', 'is', 'pro'), before: 'off' } }
  const there = rampDocumentAt(flag, ramp, 0)
  const [own, ramped] = there.rules
  if (!own || !ramped) throw new Error('two rules')

  it.each<[string, FlagDocument, string]>([
    ['its rule taken out', { ...there, rules: [ramped] }, 'its own rule is gone'],
    [
      'its share edited',
      rampDocumentAt(flag, { ...ramp, plan: { ...plan, steps: [{ share: 2_000 }, { share: 100_000 }] } }, 0),
      'its own rule was edited',
    ],
    ['its rule moved below', { ...there, rules: [ramped, own] }, 'its own rule was moved'],
    ['the ramped rule taken out', { ...there, rules: [own] }, 'the rule it ramps is gone'],
    [
      'another audience',
      { ...there, rules: [own, { ...ramped, when: true }] },
      'the audience of the rule it ramps changed',
    ],
    [
      'another variant',
      { ...there, rules: [own, { ...ramped, serve: { variant: 'on' } }] },
      'the rule it ramps serves something else',
    ],
  ])('knows %s', (_, document, how) => {
    expect(describeRampEdit(document, ramp, 0)).toBe(how)
    const back = restoreRampedRule(document, ramp, 0)
    const isThere = document.rules.some(({ id }) => id === 'r1')
    expect([back !== null, back && describeRampEdit(back, ramp, 0)]).toEqual([isThere, null])
  })

  it('is not touched by a rule of others, above it or below', () => {
    const other = { id: 'other', when: true as const, serve: { variant: 'on' } }
    expect(describeRampEdit({ ...there, rules: [other, own, { ...other, id: 'second' }, ramped] }, ramp, 0)).toBeNull()
  })
})

describe('a plan', () => {
  const plan: RampPlan = { rule: null, to: 'on', steps: [{ share: 1_000, hold: 'PT1H' }, { share: 100_000 }] }
  const problemOf = (document: FlagDocument, changed: Partial<RampPlan> = {}) => {
    const found = rampBaselineOf(document, { ...plan, ...changed })
    return 'problem' in found ? found.problem.problem : null
  }

  it('names a variant of the flag, not what every object has', () => {
    expect(problemOf(aFlag().serving('off'), { to: 'constructor' })).toBe('the flag has no such variant')
    expect(problemOf(aFlag().serving('off'), { to: '__proto__' })).toBe('the flag has no such variant')
  })

  it('is for a flag that is on, and serves there one other variant', () => {
    const flag = aFlag().serving('off')
    const half = { split: { parts: [{ variant: 'on', from: 0, to: 50_000 }] } }
    expect([
      problemOf(flag),
      problemOf(flag.switchedOff()),
      problemOf(flag.serving('on')),
      problemOf(flag.serving(half)),
      problemOf(flag, { rule: 'r9' }),
      problemOf(flag, { to: 'blue' }),
      problemOf(flag.with({ rules: [{ id: 'r1', when: true, onUnknown: 'skip', serve: { variant: 'off' } }] }), {
        rule: 'r1',
      }),
    ]).toEqual([
      null,
      'the flag is off',
      'it is served there already',
      'it serves more than one variant',
      'the flag has no such rule',
      'the flag has no such variant',
      'it works as another system does',
    ])
  })
})
