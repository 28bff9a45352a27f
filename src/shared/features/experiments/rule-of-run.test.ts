import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDatafile } from '../../../../tests/support/builders.ts'
import { compile } from '../../engine/compile.ts'
import { evaluate } from '../../engine/evaluate.ts'
import { everyFamily } from '../../engine/operators/every-family.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { areRangesWithin, grownRun, partOfRun, withRunRanges } from './grow-run.ts'
import { allocateRanges, extendRangesTo, freeShareOf } from './layer-ranges.ts'
import {
  describeRunEdit,
  ruleOfRun,
  valuesOf,
  withArmShipped,
  withoutMeasurement,
  withoutRun,
  withRule,
} from './rule-of-run.ts'
import { ExperimentSetup } from './schemas/experiment.ts'
import type { Stretch } from './schemas/layer.ts'

const aFlag = (key: string): FlagDocument => ({
  ...{
    key,
    type: 'boolean',
    on: true,
    offVariant: 'off',
    prerequisites: [],
    rules: [],
    salt: key,
    visibleToClients: true,
  },
  ...{ variants: { on: true, off: false }, otherwise: { variant: 'off' } },
})
const aSetup = (more: object = {}) =>
  ExperimentSetup.parse({
    arms: [
      { variant: 'off', weight: 50_000 },
      { variant: 'on', weight: 50_000 },
    ],
    primary: ['any'],
    ...more,
  })
const users = Array.from({ length: 2_000 }, (_, at) => `user-${at}`)
const given = (documents: readonly FlagDocument[], flag: string, user: string) =>
  evaluate(compile(aDatafile([...documents]), { ...everyFamily }), flag, { targetingKey: user }, 0)

/** A flag with a run in a layer, excluded by a holdout flag if one is given. */
const experimentOf = (number: number, stretches: readonly Stretch[], holdout?: string) => {
  const document = aFlag(`flag-${number}`)
  const held = holdout === undefined ? [] : [{ flag: holdout, open: ['on'] }]
  const rule = ruleOfRun(number, 'Some', aSetup(), { layer: 'checkout', stretches }, held)
  return withRule(document, rule, null)
}

describe('experiments of one layer', () => {
  it('share no user, take what they were given, and are full when nothing is left', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 2, maxLength: 5 }), (shares) => {
        let held: (Stretch & { of: number })[] = []
        const documents: FlagDocument[] = []
        for (const [at, share] of shares.entries()) {
          const taken = allocateRanges(held, share)
          expect(taken === undefined).toBe(freeShareOf(held) < share)
          if (!taken) continue
          documents.push(experimentOf(at + 1, taken))
          held = [...held, ...taken.map((one) => ({ ...one, of: at + 1 }))]
        }
        // One run ends; the next takes its space, in as many pieces as there are.
        const [first] = documents
        const again = allocateRanges(
          held.filter(({ of }) => of !== 1),
          shares[0] ?? 1,
        )
        if (first && again) documents[0] = experimentOf(99, again)
        const compiled = compile(aDatafile(documents), { ...everyFamily })
        for (const user of users.slice(0, 400)) {
          const measured = documents.filter(
            ({ key }) => evaluate(compiled, key, { targetingKey: user }, 0).measured !== null,
          )
          expect(measured.length).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('grow into what they hold already, and no further', () => {
    const part = [{ from: 10, to: 20 }]
    const held = [
      { from: 10, to: 30 },
      { from: 50, to: 60 },
    ]
    expect(extendRangesTo(part, held, 25)).toEqual([...part, { from: 20, to: 30 }, { from: 50, to: 55 }])
    expect(extendRangesTo(part, held, 90)).toEqual([...part, { from: 20, to: 30 }, { from: 50, to: 60 }])
    expect(extendRangesTo(part, [], 90)).toEqual(part)
  })

  it('have nobody whom a holdout holds', () => {
    const holdout: FlagDocument = {
      ...aFlag('holdout'),
      otherwise: {
        split: {
          parts: [
            { variant: 'off', from: 0, to: 5_000 },
            { variant: 'on', from: 5_000, to: 100_000 },
          ],
        },
      },
    }
    const experiment = experimentOf(1, [{ from: 0, to: 100_000 }], 'holdout')
    const all = [holdout, experiment]
    const heldOut = users.filter((user) => given(all, 'holdout', user).variant === 'off')
    expect(heldOut.length).toBeGreaterThan(50)
    for (const user of heldOut) expect(given(all, experiment.key, user).measured).toBeNull()
    expect(given(all, experiment.key, users.find((user) => !heldOut.includes(user)) ?? '').measured).toMatchObject({
      run: 1,
    })
  })
})

describe('the rule of a run', () => {
  it('keeps everybody’s arm while its share grows, and divides by the weights', () => {
    const at = (share: number) => withRule(aFlag('flag'), ruleOfRun(7, 'Some', aSetup({ share }), null, []), null)
    const arms = (share: number) => {
      const compiled = compile(aDatafile([at(share)]), { ...everyFamily })
      return users.map((user) => evaluate(compiled, 'flag', { targetingKey: user }, 0))
    }
    const [few, many] = [arms(20_000), arms(60_000)]
    const before = few.flatMap(({ measured, variant }, user) => (measured ? [{ user, variant }] : []))
    expect(before.map(({ user }) => ({ user, variant: many[user]?.variant }))).toEqual(before)
    expect(before.every(({ user }) => many[user]?.measured?.run === 7)).toBe(true)
    const measured = many.filter((one) => one.measured !== null)
    const on = measured.filter(({ variant }) => variant === 'on').length
    expect(Math.abs(on / measured.length - 0.5)).toBeLessThan(0.05)
  })

  it('grows by nothing but more of its line: those in it keep their arm, whoever else is asked for', () => {
    const stretch = fc.tuple(fc.nat(99_000), fc.integer({ min: 500, max: 60_000 })).map(([from, size]) => ({
      ...{ from, to: Math.min(100_000, from + size) },
    }))
    fc.assert(
      fc.property(
        fc.option(fc.constant('checkout'), { nil: undefined }),
        fc.boolean(),
        fc.array(stretch, { minLength: 1, maxLength: 3 }),
        fc.array(stretch, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1_000, max: 99_000 }),
        fc.integer({ min: 1_000, max: 99_000 }),
        (layer, isNarrow, held, more, share, weight) => {
          const audience = isNarrow
            ? { attribute: 'targetingKey', operator: 'endsWith', values: ['3', '5', '7'] }
            : true
          const arms = [
            { variant: 'off', weight },
            { variant: 'on', weight: 100_000 - weight },
          ]
          const setup = aSetup({ share, arms, audience, ...(layer !== undefined && { layer }) })
          const places = layer === undefined ? null : { layer, stretches: held }
          const rule = ruleOfRun(7, 'Some', setup, places, [])
          const part = partOfRun(rule, 7, setup)
          const grown = withRunRanges(
            rule,
            7,
            setup,
            layer === undefined ? [{ from: 0, to: 100_000 }] : [...part, ...more],
          )
          const [before, after] = [rule, grown].map((one) => withRule(aFlag('flag'), one, null)) as [
            FlagDocument,
            FlagDocument,
          ]
          const ground = { rule, values: valuesOf(before, setup.arms) }
          const [was, is] = [before, after].map((one) => {
            const compiled = compile(aDatafile([one]), { ...everyFamily })
            return users.slice(0, 300).map((user) => evaluate(compiled, 'flag', { targetingKey: user }, 0))
          })
          const kept = (was ?? []).flatMap(({ measured, variant }, at) => (measured ? [{ at, variant }] : []))
          expect(kept.map(({ at }) => ({ at, variant: is?.[at]?.variant }))).toEqual(kept)
          expect(kept.every(({ at }) => is?.[at]?.measured?.run === 7)).toBe(true)
          const found = grownRun(after, 7, ground, setup)
          const isMore = !areRangesWithin(partOfRun(grown, 7, setup), part)
          expect(found === null).toBe(!isMore)
          expect(describeRunEdit(after, 7, { ...ground, rule: found?.rule ?? grown })).toBeNull()
          // A rule that shrinks, or that also changes in another way, has not grown.
          expect(grownRun(before, 7, { rule: grown }, setup)).toBeNull()
          const edited = { ...grown, when: { all: [grown.when, { attribute: 'vip', operator: 'exists', values: [] }] } }
          expect(grownRun(withRule(before, edited as typeof rule, null), 7, ground, setup)).toBeNull()
          const emptied = { ...rule, when: { all: [audience, { any: [] }] } }
          expect(grownRun(withRule(before, emptied as typeof rule, null), 7, ground, setup)).toBeNull()
        },
      ),
      { numRuns: 40 },
    )
  })

  it('is taken away, left unmeasured, or gives way to an arm; and tells when it was touched', () => {
    const flag: FlagDocument = {
      ...aFlag('flag'),
      rules: [{ id: 'staff', when: { segment: 'staff' }, serve: { variant: 'on' } }],
    }
    const setup = aSetup({ rule: 'staff', audience: { attribute: 'country', operator: 'is', values: ['NO'] } })
    const rule = ruleOfRun(7, 'Some', setup, null, [])
    const run = withRule(flag, rule, 'staff')
    const ground = { rule, values: valuesOf(flag, setup.arms) }
    expect(run.rules.map(({ id }) => id)).toEqual(['run-7', 'staff'])
    expect(withoutRun(run, 7)).toEqual(flag)
    expect(withoutMeasurement(run, 7).rules[0]).toEqual({ ...rule, run: undefined })
    expect(describeRunEdit(run, 7, ground)).toBeNull()
    expect(describeRunEdit({ ...run, otherwise: { variant: 'on' } }, 7, ground)).toBeNull()
    expect(describeRunEdit(flag, 7, ground)).toBe('its rule was removed')
    expect(describeRunEdit(withoutMeasurement(run, 7), 7, ground)).toBe('its rule was edited')
    expect(describeRunEdit({ ...run, variants: { on: false, off: false } }, 7, ground)).toBe(
      'the value of on was changed',
    )
    const shipped = withArmShipped(run, { number: 7, setup, name: 'Some' }, [], 'on', 'audience')
    expect(shipped.rules).toMatchObject([
      { id: 'shipped-7', when: setup.audience, serve: { variant: 'on' } },
      { id: 'staff' },
    ])
    expect(withArmShipped(shipped, { number: 7, setup, name: 'Some' }, [], 'on', 'everyone')).toEqual({
      ...flag,
      otherwise: { variant: 'on' },
    })
  })
})
