import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { afterAction, readPlan, shareOf, sharesIn } from './intent.ts'
import { actionText, type QuickAction, readAction, readPercent } from './quick-action.ts'

const checkout: FlagDocument = {
  key: 'checkout',
  type: 'boolean',
  on: false,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: [],
  rules: [],
  otherwise: { variant: 'on' },
  salt: 'checkout',
  visibleToClients: false,
}

describe('an action', () => {
  it('turns a flag on and changes nothing else', () => {
    expect(afterAction({ to: 'on' }, checkout, null)).toEqual({ ...checkout, on: true })
  })

  it('of a percentage turns the flag on and serves the rest what it serves while off', () => {
    const parts = [
      { variant: 'on', from: 0, to: 10_000 },
      { variant: 'off', from: 10_000, to: 100_000 },
    ]
    expect(afterAction({ to: 'share', percent: 10 }, checkout, null)).toEqual({
      ...checkout,
      on: true,
      otherwise: { split: { parts } },
    })
  })

  it('of a larger percentage keeps everyone whom the smaller one served', () => {
    const percent = fc.integer({ min: 0, max: 100 })
    fc.assert(
      fc.property(percent, percent, (a, b) => {
        const small = afterAction({ to: 'share', percent: Math.min(a, b) }, checkout, null) ?? checkout
        const large = afterAction({ to: 'share', percent: Math.max(a, b) }, small, null) ?? checkout
        expect(shareOf(large)?.percent).toBe(Math.max(a, b))
        const ends = [small, large].map(({ otherwise }) =>
          'split' in otherwise ? otherwise.split.parts.filter(({ variant }) => variant === 'on') : [],
        )
        for (const part of ends[0] ?? []) {
          const inside = (ends[1] ?? []).some(({ from, to }) => from <= part.from && part.to <= to)
          expect(inside || 'variant' in large.otherwise).toBe(true)
        }
      }),
    )
  })

  it('of a percentage cannot be met where three variants share', () => {
    const variants = { ...checkout.variants, maybe: true }
    expect(
      afterAction({ to: 'share', percent: 10 }, { ...checkout, variants, otherwise: { variant: 'maybe' } }, null),
    ).toBe(null)
  })

  describe('at a rule', () => {
    const parts = (on: number) => [
      { variant: 'on', from: 0, to: on * 1_000 },
      { variant: 'off', from: on * 1_000, to: 100_000 },
    ]
    const nordic = {
      id: 'nordic',
      name: 'Nordic launch',
      when: { attribute: 'country', operator: 'is', values: ['NO'] },
      serve: { split: { parts: parts(25) } },
    } satisfies FlagDocument['rules'][number]
    const rolling: FlagDocument = { ...checkout, on: true, rules: [nordic], otherwise: { variant: 'off' } }

    it('is what somebody means while the rule is on its way and everyone else is not', () => {
      expect(sharesIn(rolling)).toEqual([
        { rule: 'nordic', of: '“Nordic launch”', variant: 'on', percent: 25 },
        { rule: undefined, of: 'everyone else', variant: 'on', percent: 0 },
      ])
      expect(sharesIn({ ...rolling, otherwise: { split: { parts: parts(10) } } }).map(({ of }) => of)).toEqual([
        'everyone else',
        '“Nordic launch”',
      ])
    })

    it('changes the rule and leaves everyone else alone', () => {
      const after = afterAction({ to: 'share', percent: 60, rule: 'nordic' }, rolling, null)
      expect(after).toEqual({ ...rolling, rules: [{ ...nordic, serve: after?.rules[0]?.serve }] })
      expect(after && sharesIn(after)[0]).toEqual({ rule: 'nordic', of: '“Nordic launch”', variant: 'on', percent: 60 })
      expect(afterAction({ to: 'share', percent: 60, rule: 'gone' }, rolling, null)).toBeNull()
    })

    it('keeps what the rule leaves to later ones', () => {
      const part = { variant: 'on', from: 0, to: 25_000 }
      const open = { ...rolling, rules: [{ ...nordic, serve: { split: { parts: [part] } } }] }
      expect(afterAction({ to: 'share', percent: 30, rule: 'nordic' }, open, null)?.rules[0]?.serve).toEqual({
        split: { parts: [{ ...part, to: 30_000 }] },
      })
    })
  })

  it('comes back from a link as it went in', () => {
    const actions: QuickAction[] = [
      { to: 'on' },
      { to: 'off' },
      { to: 'back' },
      { to: 'share', percent: 12.5 },
      { to: 'share', percent: 25, rule: 'nordic' },
      { to: 'copy', from: 'staging' },
    ]
    expect(actions.map((action) => readAction(actionText(action)))).toEqual(actions)
  })
})

describe('what is typed into a cell', () => {
  it('is a percentage with or without its sign', () => {
    expect(['10', '12.5%', '100%', '101', 'ten'].map(readPercent)).toEqual([10, 12.5, 100, null, null])
  })

  it('is an action with a time, or a time for the other side of the switch', () => {
    expect(['on mon 9am', '25% tomorrow', 'mon 9am'].map((typed) => readPlan(typed, false))).toEqual([
      { action: { to: 'on' }, when: 'mon 9am' },
      { action: { to: 'share', percent: 25 }, when: 'tomorrow' },
      { action: { to: 'on' }, when: 'mon 9am' },
    ])
  })
})
