import { describe, expect, it } from 'vitest'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { namesUsers, withIndividualUsers } from './individual-users.ts'

const document: FlagDocument = {
  key: 'hero',
  type: 'boolean',
  on: true,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: [],
  rules: [{ id: '1', when: true, serve: { variant: 'off' } }],
  otherwise: { variant: 'off' },
  salt: 's',
  visibleToClients: false,
}

describe('individual users', () => {
  it('are named before every other rule', () => {
    const [first, second] = withIndividualUsers(document, '2', 'on').rules
    expect([first?.serve, second?.id, first !== undefined && namesUsers(first)]).toEqual([{ variant: 'on' }, '1', true])
  })
  it.each([
    [{ attribute: 'targetingKey', operator: 'is' as const, values: ['ada'] }, true],
    [{ attribute: 'targetingKey', operator: 'startsWith' as const, values: ['a'] }, false],
    [{ attribute: 'country', operator: 'is' as const, values: ['NO'] }, false],
    [true as const, false],
  ])('%j names users: %s', (when, names) => {
    expect(namesUsers({ when })).toBe(names)
  })
})
