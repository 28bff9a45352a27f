import { describe, expect, it } from 'vitest'
import { readGrowthBook } from './assemble.ts'

const rules = [
  { condition: { id: { $inGroup: 'vip' } }, force: 1 },
  { condition: { $or: [{ seat: { $notInGroup: 'rows' } }, { $savedGroup: { id: 'staff' } }] }, force: 2 },
]
const definition = JSON.stringify({ defaultValue: 0, rules })
const features = {
  name: 'features.json',
  value: {
    features: [{ id: 'price', valueType: 'number', environments: { production: { enabled: true, definition } } }],
  },
}
const condition = { email: { $regex: '@example.com$' } }
const group = (id: string, more: object) => ({
  id,
  type: 'list',
  attributeKey: 'id',
  values: [],
  condition: '',
  ...more,
})
const vip = group('vip', { values: ['ann', 'bob'] })
const staff = group('staff', { type: 'condition', condition: JSON.stringify(condition) })
const rows = group('rows', { attributeKey: 'seat', values: ['7', '08'] })

const flagsOf = (...parts: { name: string; value: unknown }[]) =>
  readGrowthBook.assemble(parts, {}, 0).environments.map(({ name, compile }) => [name, compile({}).flags])
const groups = (...savedGroups: object[]) => ({ name: 'saved-groups.json', value: { savedGroups } })

describe('what the management API says', () => {
  it('has who is in saved groups, as SDKs are told; a number in one is a number or a text', () => {
    const payload = {
      features: { price: { defaultValue: 0, rules } },
      savedGroups: {
        vip: { type: 'list', attributeKey: 'id', values: ['ann', 'bob'] },
        staff: { type: 'condition', condition },
        rows: ['7', '08', 7],
      },
    }
    expect(flagsOf(features, groups(vip), groups(staff, rows))).toEqual(
      flagsOf({ name: 'features.production.json', value: payload }),
    )
  })

  it('is not read without a group that a feature asks for: nobody would be in it', () => {
    for (const parts of [[], [groups()], [groups(vip, rows)]])
      expect(() => flagsOf(features, ...parts)).toThrow(
        /price in production asks for the saved group .*GET \/api\/v1\/saved-groups/,
      )
  })
})
