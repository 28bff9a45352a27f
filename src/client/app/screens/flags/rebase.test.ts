import { describe, expect, it } from 'vitest'
import type { FlagDocument, Rule } from '../../../../shared/schemas/flag.ts'
import { rebase } from './rebase.ts'

const rule = (id: string, variant = 'on'): Rule => ({ id, when: true, serve: { variant } })
const document = (part: Partial<FlagDocument> = {}): FlagDocument => ({
  key: 'checkout',
  type: 'boolean',
  on: true,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: [],
  rules: [rule('1'), rule('2')],
  otherwise: { variant: 'off' },
  salt: 's',
  visibleToClients: false,
  ...part,
})

describe('rebase', () => {
  it('joins edits of different fields', () => {
    const { document: joined, clashes } = rebase(
      document(),
      document({ otherwise: { variant: 'on' } }),
      document({ on: false }),
    )
    expect([joined, clashes]).toEqual([document({ on: false, otherwise: { variant: 'on' } }), []])
  })
  it('joins edits of different rules', () => {
    const mine = document({ rules: [rule('1', 'off'), rule('2')] })
    const theirs = document({ rules: [rule('1'), rule('2', 'off')] })
    expect(rebase(document(), mine, theirs)).toEqual({
      document: document({ rules: [rule('1', 'off'), rule('2', 'off')] }),
      clashes: [],
    })
  })
  it('names the field that both changed, where mine stands', () => {
    const mine = document({ rules: [rule('1', 'off'), rule('2')] })
    const theirs = document({ rules: [rule('2')] })
    expect(rebase(document(), mine, theirs)).toEqual({ document: mine, clashes: ['rules'] })
  })
  it('sees no clash where both did the same', () => {
    const both = document({ on: false })
    expect(rebase(document(), both, both).clashes).toEqual([])
  })
})
