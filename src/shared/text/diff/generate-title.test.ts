import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlag, aFlagOf, split, where } from '../../../../tests/support/builders.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { generateTitle } from './generate-title.ts'

const flag = (document: FlagDocument, before: FlagDocument | null) => ({
  kind: 'flag' as const,
  key: document.key,
  where: 'Production',
  before,
  document,
})
const nordic = (share: number): FlagDocument => {
  const { rules, ...rest } = aFlag('checkout-v2').rule(where('country', 'is', 'NO'), split({ on: share }))
  return { ...rest, rules: rules.map((rule) => ({ ...rule, name: 'Nordic launch' })) }
}
const hero = aFlag('hero')
const layout = aFlagOf('string', { compact: 'compact', video: 'video', classic: 'classic' }, 'hero-layout')
const staff = { key: 'staff', included: ['ada'], excluded: [], when: null }

describe('a title made of what changes', () => {
  it.each([
    [[flag(hero, hero.switchedOff())], 'Turn on hero in Production'],
    [[flag(nordic(60_000), nordic(25_000))], 'Roll out checkout-v2 to 60% in “Nordic launch” (was 25%)'],
    [[flag(hero.serving('on'), hero)], 'Serve on to everyone else in hero'],
    [
      [
        flag(
          layout.serving(split({ compact: 20_000, video: 35_000, classic: 45_000 })),
          layout.serving(split({ compact: 20_000, video: 20_000, classic: 60_000 })),
        ),
      ],
      'Change the split of everyone else in hero-layout',
    ],
    [
      [flag(hero.serving(split({ on: 60_000, off: 40_000 })), hero.serving(split({ on: 25_000, off: 75_000 })))],
      'Roll out hero to 60% of everyone else (was 25%)',
    ],
    [[flag(nordic(25_000), { ...nordic(25_000), rules: [] })], 'Add rule “Nordic launch” to checkout-v2'],
    [[flag(hero.rule(where('country', 'is', 'NO'), split({ on: 12_500 })), hero)], 'Add rule “country is NO” to hero'],
    [
      [
        flag(
          aFlag('free-shipping-from-abroad').rule(where('country', 'isOneOf', 'NO', 'SE', 'DK', 'FI', 'Iceland'), 'on'),
          aFlag('free-shipping-from-abroad'),
        ),
      ],
      'Add rule 1 to free-shipping-from-abroad',
    ],
    [[flag({ ...nordic(25_000), rules: [] }, nordic(25_000))], 'Remove rule “Nordic launch” from checkout-v2'],
    [[flag(hero.requiring('payments', 'on'), hero)], 'Require payments for hero'],
    [[flag(hero.with({ offVariant: 'on' }), hero)], 'Serve on when hero is off'],
    [[flag(hero.with({ offVariant: 'on', on: false }), hero)], 'Turn off hero in Production and 1 more change'],
    [[flag(hero, null)], 'Create hero in Production'],
    [[{ ...flag(hero, hero), document: null }], 'Remove hero from Production'],
    [[flag(hero.switchedOff(), hero), flag(nordic(1_000), nordic(2_000))], 'Update 2 flags in Production'],
    [
      [
        {
          kind: 'segment' as const,
          key: 'staff',
          where: 'Production',
          before: staff,
          document: { ...staff, included: ['ada', 'bob', 'cy'] },
        },
      ],
      'Add 2 keys to staff',
    ],
  ])('%#', (edits, title) => {
    expect(generateTitle(edits)).toBe(title)
  })
  it('is never longer than a line, whatever things are called', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z-]{0,98}$/), fc.boolean(), (key, both) => {
        const before = aFlag(key)
        const after = both ? before.with({ on: false, offVariant: 'on' }) : before.with({ on: false })
        const title = generateTitle([flag(after, before)])
        expect(title.length).toBeLessThanOrEqual(72)
        expect(title).not.toMatch(/[→{}]/)
      }),
    )
  })
})
