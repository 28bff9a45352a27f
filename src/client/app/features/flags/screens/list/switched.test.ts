import { describe, expect, it } from 'vitest'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { flagsToSwitch, partOf } from './switched.ts'

const flag = (key: string, on: boolean): FlagDocument => ({
  ...{ key, type: 'boolean', on, variants: { on: true, off: false }, offVariant: 'off', prerequisites: [], rules: [] },
  ...{ otherwise: { variant: 'on' }, salt: key, visibleToClients: false },
})

describe('several flags whose switch turns', () => {
  const flags = { a: flag('a', false), b: flag('b', true), c: flag('c', false) }

  it('are those that are there and not so already, changed in nothing else', () => {
    expect(flagsToSwitch(['c', 'b', 'a', 'gone'], flags, true)).toEqual([
      { key: 'c', before: flags.c, after: { ...flags.c, on: true } },
      { key: 'a', before: flags.a, after: { ...flags.a, on: true } },
    ])
    expect(flagsToSwitch(['a', 'b'], flags, false).map(({ key }) => key)).toEqual(['b'])
  })

  it('are read by name, as long as an address holds them', () => {
    const many = Array.from({ length: 51 }, (_, i) => `flag-${i}`)
    expect([partOf(many), partOf(['a'])]).toEqual([{}, { subjects: [{ kind: 'flag', key: 'a' }] }])
  })
})
