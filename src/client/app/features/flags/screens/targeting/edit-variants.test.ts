import { describe, expect, it } from 'vitest'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { variantKeyProblem, variantUses, withoutVariant, withRenamedVariant, withVariant } from './edit-variants.ts'

const document: FlagDocument = {
  key: 'hero',
  type: 'string',
  on: true,
  variants: { compact: 'c', classic: 'k', spare: 's' },
  offVariant: 'classic',
  prerequisites: [],
  rules: [
    { id: '1', when: true, serve: { variant: 'compact' } },
    {
      id: '2',
      when: true,
      serve: {
        split: {
          parts: [
            { variant: 'compact', from: 0, to: 50_000 },
            { variant: 'classic', from: 50_000, to: 100_000 },
          ],
        },
      },
    },
  ],
  otherwise: { variant: 'classic' },
  salt: 's',
  visibleToClients: false,
}

describe('the variants of a flag in one environment', () => {
  it('are used where something serves them', () => {
    expect(variantUses(document, 'classic')).toEqual(['rule 2', 'everyone else', 'when off'])
    expect(variantUses(document, 'compact')).toEqual(['rule 1', 'rule 2'])
    expect(variantUses(document, 'spare')).toEqual([])
  })
  it('keep their order and their uses when one gets another key', () => {
    const renamed = withRenamedVariant(document, 'compact', 'small')
    expect(Object.entries(renamed.variants)).toEqual([
      ['small', 'c'],
      ['classic', 'k'],
      ['spare', 's'],
    ])
    expect(variantUses(renamed, 'small')).toEqual(['rule 1', 'rule 2'])
    expect(JSON.stringify(renamed)).not.toContain('compact')
    expect(withRenamedVariant(renamed, 'small', 'compact')).toEqual(document)
  })
  it('have keys of their own', () => {
    expect(variantKeyProblem(document, 'spare')).toBe('This key is already taken')
    expect(variantKeyProblem(document, 'spare', 'spare')).toBe(null)
    expect(variantKeyProblem(document, 'no spaces')).toBe('Letters, digits, dots and dashes')
  })
  it('come and go at the end', () => {
    const more = withVariant(document, 'new', 'n')
    expect(Object.keys(more.variants).at(-1)).toBe('new')
    expect(withoutVariant(more, 'new')).toEqual(document)
  })
})
