import { describe, expect, it } from 'vitest'
import { aFlag, aSegment } from '../../../../tests/support/builders.ts'
import { datafileOf, invariantRefusal } from './check-invariants.ts'

const names = { project: 'shop', environment: 'production' }
const flag = { kind: 'flag', key: 'one', document: aFlag('one') } as const
const segment = { kind: 'segment', key: 'one', document: aSegment('one') } as const

describe('documents for the engine', () => {
  it.each([
    ['a flag', { ...flag, document: null }, [[], ['one']]],
    ['a segment', { ...segment, document: null }, [['one'], []]],
  ] as const)('lose %s that goes, and not what has its key beside it', (_, gone, left) => {
    const { flags, segments } = datafileOf(names, [flag, segment, gone])
    expect([Object.keys(flags), Object.keys(segments)]).toEqual(left)
  })

  it('have the last of each key', () => {
    const later = aFlag('one').switchedOff()
    expect(datafileOf(names, [flag, { ...flag, document: later }]).flags).toEqual({ one: later })
  })
})

describe('a refusal of broken promises', () => {
  const environment = { key: 'production', name: 'Production', role: 'publisher' } as const
  const broken = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ promise: `promise-${at}`, name: `Promise ${at}`, sentence: `sentence ${at}` },
      state: { state: 'unproven', because: 'steps' } as const,
    }))

  it.each([1, 2, 3, 4, 5, 12])('holds all of %d, and says the first three and how many more there are', (count) => {
    const { message, details } = invariantRefusal(environment, broken(count), 'would')
    expect(details).toMatchObject({ environment: 'production', promises: broken(count) })
    const said = broken(count).filter(({ sentence }) => message.includes(`“${sentence}”`))
    expect(said).toEqual(broken(Math.min(count, 3)))
    expect(/ And (\d+) more\.$/.exec(message)?.[1]).toBe(count > 3 ? String(count - 3) : undefined)
  })

  it('says whether who asks may break them, where something would', () => {
    const mayBreak = (role: 'admin' | 'publisher', how: 'would' | 'stands') =>
      invariantRefusal({ ...environment, role }, broken(1), how).details
    expect([mayBreak('admin', 'would'), mayBreak('publisher', 'would')]).toMatchObject([
      { mayBreak: true },
      { mayBreak: false },
    ])
    for (const role of ['admin', 'publisher'] as const) expect(mayBreak(role, 'stands')).not.toHaveProperty('mayBreak')
  })
})
