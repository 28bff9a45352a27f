import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventLines } from './events-module.ts'
import { flagsModule } from './flags-module.ts'
import { readModule } from './read-module.ts'

const event = { name: 'Purchase', description: '', value: null, properties: {}, fromClients: false }

describe('the events of a project', () => {
  it('are declared as they were declared, in the order of their keys', () => {
    const lines = eventLines([
      { ...event, key: 'search-failed' },
      {
        ...event,
        key: 'purchase',
        description: 'Paid */ or\nnearly',
        value: { unit: '€', min: 0, max: null },
        properties: { plan: ['free', 'gold'], items: 'number', 'first-one': 'boolean' },
      },
    ])
    expect(lines).toEqual([
      '/** What people do, for `track`: the events that the project declares. */',
      'export const events = defineEvents({',
      '  /** Purchase (€): Paid * / or nearly */',
      `  purchase: { value: true, properties: { plan: ["free","gold"], items: 'number', "first-one": 'boolean' } },`,
      '  /** Purchase */',
      '  "search-failed": {},',
      '})',
      '',
    ])
  })

  it('leave the flags beside them as they are read, whatever they are called', () => {
    const keys = fc.uniqueArray(fc.stringMatching(/^[A-Za-z][A-Za-z0-9._-]{0,8}$/), { maxLength: 4 })
    fc.assert(
      fc.property(fc.oneof(keys, fc.constant(['type', 'Context', 'defineFlags'])), (named) => {
        const server = { project: 'shop', flags: {} }
        const text = flagsModule(
          server,
          [],
          [],
          named.map((key) => ({ ...event, key })),
        )
        expect(readModule(text)).toEqual(readModule(flagsModule(server)))
        expect(text.includes('defineEvents')).toBe(named.length > 0)
      }),
    )
  })
})
