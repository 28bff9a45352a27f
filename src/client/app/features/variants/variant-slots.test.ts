import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { slotIn } from './slot-in.ts'
import { isHatched, knownVariants, slotColour, slotOf, variantSlots } from './variant-slots.ts'

describe('the colour of a variant', () => {
  it('is the accent for on and neutral for off, whatever they are called', () => {
    const slots = variantSlots({ type: 'boolean', variants: { no: false, yes: true } }, [])
    expect([...slots]).toEqual([
      ['no', 'off'],
      ['yes', 'on'],
    ])
  })
  it('is its place in the table where there are more', () => {
    const slots = variantSlots({ type: 'string', variants: { classic: 'a', compact: 'b' } }, [])
    expect(slotColour(slotOf(slots, 'compact'))).toBe('var(--variant-2)')
  })
  it('stays when a variant before it is removed, in a draft and after it is published', () => {
    const known = ['classic', 'compact', 'video']
    const left = { type: 'string' as const, variants: { compact: 'b', video: 'c', extra: 'd' } }
    const slots = variantSlots(left, known)
    expect(['compact', 'video', 'extra'].map((variant) => slotOf(slots, variant))).toEqual([1, 2, 3])
    // A removed variant keeps its color.
    expect(slotOf(slots, 'classic')).toBe(0)
  })
  it('counts those a flag was made with first, then those of its environments', () => {
    const head = (...keys: string[]) => ({ document: { variants: Object.fromEntries(keys.map((key) => [key, key])) } })
    const page = { flag: { variants: ['a', 'b'] }, heads: { production: head('b', 'c'), staging: head('b', 'd', 'c') } }
    // Safe cast: only these fields are read.
    expect(knownVariants(page as unknown as Parameters<typeof knownVariants>[0])).toEqual(['a', 'b', 'c', 'd'])
  })
  it('is neutral for the default in code and for a variant that is gone', () => {
    const slots = variantSlots({ type: 'string', variants: { classic: 'a' } }, [])
    expect([slotOf(slots, null), slotOf(slots, 'gone')]).toEqual(['off', 'off'])
  })
  it('is hatched from the seventh on, and begins again after the twelfth', () => {
    expect([5, 6, 12].map(isHatched)).toEqual([false, true, true])
    expect(slotColour(12)).toBe('var(--variant-1)')
  })

  it('is the same in the list, on the page and in the playground, whatever order an environment has them in', () => {
    const made = ['classic', 'compact', 'video']
    const document = { type: 'string' as const, variants: { video: 'c', classic: 'a' } }
    const page = { flag: { variants: made }, heads: { production: { document } } } as unknown as Parameters<
      typeof knownVariants
    >[0]
    for (const variant of ['classic', 'video']) {
      const onPage = slotOf(variantSlots(document, knownVariants(page)), variant)
      expect(slotOf(variantSlots(document, made), variant)).toBe(onPage)
      expect(slotIn({ type: 'string', variants: made }, { off: null }, variant)).toBe(onPage)
    }
  })

  it('is made up by no screen: each asks for the slot by flag', () => {
    const app = path.resolve(import.meta.dirname, '../..')
    const drawn = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.tsx') && !file.includes('features/variants'),
    )
    const made = drawn.filter((file) =>
      /slot(: |=\{?)(['"](on|off)['"]|\d)/.test(readFileSync(path.join(app, file), 'utf8')),
    )
    // There, a bar shows the values of an attribute.
    expect(made).toEqual(['features/affected/moved-user-details.tsx'])
  })
})
