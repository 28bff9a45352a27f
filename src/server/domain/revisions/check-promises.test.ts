import { describe, expect, it } from 'vitest'
import { aFlag, aSegment } from '../../../../tests/support/builders.ts'
import { datafileOf } from './check-promises.ts'

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
