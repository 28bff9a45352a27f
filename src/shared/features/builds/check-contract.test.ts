import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlag, aFlagOf, where } from '../../../../tests/support/builders.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { blocksPublish, buildMismatchOf, canBreakBuilds, servesNewValue } from './build-mismatch.ts'
import { checkContract } from './check-contract.ts'
import type { DeclaredFlag } from './schemas/build.ts'

const hero: DeclaredFlag = { key: 'hero', type: 'string', variants: ['classic', 'compact'], default: 'classic' }
const document = aFlagOf('string', { classic: 'classic', compact: 'compact', wide: 'wide' }, 'hero')
const at = (one: FlagDocument) => ({ hero: one })
const kinds = (one: FlagDocument | null, declared = hero, attributes?: string[]) =>
  checkContract(
    { flags: [declared], ...(attributes === undefined ? {} : { attributes }) },
    one === null ? {} : at(one),
  ).map(({ kind, values }) => [kind, ...values])

describe('the contract of a program with an environment', () => {
  const rows: [string, FlagDocument | null, unknown[]][] = [
    ['stands as it is', document, []],
    ['finds a flag that is gone', null, [['missing']]],
    ['finds another type, and nothing more', aFlag('hero'), [['type']]],
    ['passes a variant that nobody is served', document.with({ on: true }), []],
    [
      'finds a value that a rule serves',
      document.rule(where('plan', 'is', 'pro'), 'wide'),
      [['variant-unknown', 'wide']],
    ],
    ['finds a value that is served to the rest', document.serving('wide'), [['variant-unknown', 'wide']]],
    ['passes a rule of a flag that is off', document.rule(where('plan', 'is', 'pro'), 'wide').switchedOff(), []],
    [
      'finds what a flag serves while it is off',
      document.switchedOff().with({ offVariant: 'wide' }),
      [['variant-unknown', 'wide']],
    ],
    [
      'finds what it serves without its prerequisite',
      document.requiring('x', 'on').with({ offVariant: 'wide' }),
      [['variant-unknown', 'wide']],
    ],
    [
      'finds a default that no variant has',
      document.with({ variants: { compact: 'compact' }, otherwise: { variant: 'compact' } }),
      [['default-unknown', 'classic']],
    ],
  ]
  it.each(rows)('%s', (_, one, found) => expect(kinds(one)).toEqual(found))

  it('finds an attribute that is not sent, where the program says which it sends', () => {
    const asks = document.rule(where('address.city', 'is', 'Oslo'), 'compact')
    expect(kinds(asks)).toEqual([])
    expect(kinds(asks, hero, ['plan'])).toEqual([['attribute-missing', 'address.city']])
    expect(kinds(asks, hero, ['address'])).toEqual([])
  })
})

describe('the harm of a change', () => {
  const rows: [string, FlagDocument | null, FlagDocument | null, unknown][] = [
    ['a flag that comes', null, document, null],
    ['a flag that goes', document, null, { kind: 'gone' }],
    ['another type', document, aFlag('hero'), { kind: 'type' }],
    [
      'a variant it reads goes',
      document,
      document.with({ variants: { classic: 'classic', wide: 'wide' } }),
      { kind: 'variant-gone', values: ['compact'] },
    ],
    [
      'a variant it reads gets another value that it reads',
      document,
      document.with({ variants: { ...document.variants, compact: 'classic' } }),
      null,
    ],
    [
      'a variant it does not read goes',
      document,
      document.with({ variants: { classic: 'classic', compact: 'compact' } }),
      null,
    ],
    [
      'a variant is renamed',
      document,
      document.with({ variants: { classic: 'classic', small: 'compact', wide: 'wide' } }),
      null,
    ],
    ['a variant comes', document, document.with({ variants: { ...document.variants, new: 'new' } }), null],
    [
      'a value it does not know is served',
      document,
      document.serving('wide'),
      { kind: 'variant-unknown', values: ['wide'] },
    ],
    [
      'what it does not know was served before',
      document.serving('wide'),
      document.serving('wide').requiring('x', 'on'),
      null,
    ],
    ['it is turned off', document, document.switchedOff(), null],
    [
      'it is turned off, to what it does not know',
      document.with({ offVariant: 'wide' }),
      document.with({ offVariant: 'wide' }).switchedOff(),
      null,
    ],
    [
      'it is turned off and gets another off answer',
      document,
      document.switchedOff().with({ offVariant: 'wide' }),
      { kind: 'variant-unknown', values: ['wide'] },
    ],
  ]
  it.each(rows)('%s', (_, before, after, harm) => expect(buildMismatchOf(hero, before, after)).toEqual(harm))

  it('is told everywhere, and refuses what a build does not declare only where it is protected', () => {
    const kinds = ['gone', 'type', 'variant-gone', 'variant-unknown'] as const
    const held = (isProtected: boolean) => kinds.filter((kind) => blocksPublish({ kind, values: [] }, isProtected))
    expect(held(true)).toEqual(kinds)
    expect(held(false)).toEqual(['gone', 'type', 'variant-gone'])
  })

  const aState = fc.option(
    fc
      .record({
        type: fc.constantFrom('string' as const, 'number' as const),
        on: fc.boolean(),
        variants: fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
        at: fc.nat(2),
      })
      .map(({ type, on, variants, at: index }) =>
        aFlagOf(type, Object.fromEntries(variants.map((key) => [key, key])), 'hero').with({
          on,
          otherwise: { variant: variants[index % variants.length] ?? '' },
        }),
      ),
  )
  const aDeclaration = fc.record({
    key: fc.constant('hero'),
    type: fc.constantFrom('string' as const, 'number' as const),
    variants: fc.option(fc.subarray(['a', 'b', 'c'])),
    default: fc.constant('a'),
  })

  it('is of nobody unless the change takes something or serves something new', () => {
    const holds = fc.property(aState, aState, aDeclaration, (before, after, declared) => {
      const harm = buildMismatchOf(declared, before, after)
      return (
        (harm === null || canBreakBuilds(before, after) || servesNewValue(before, after)) &&
        buildMismatchOf(declared, before, before) === null
      )
    })
    expect(fc.check(holds).failed).toBe(false)
  })

  it('is what leaves a flag missing, or of another type, that was not', () => {
    const holds = fc.property(aState, aState, aDeclaration, (before, after, declared) => {
      const worse = checkContract({ flags: [declared] }, after ? { hero: after } : {}).some(({ kind }) =>
        ['missing', 'type'].includes(kind),
      )
      // a flag whose type already differed is as broken before its removal as after
      return before?.type !== declared.type || !worse || buildMismatchOf(declared, before, after) !== null
    })
    expect(fc.check(holds).failed).toBe(false)
  })
})
