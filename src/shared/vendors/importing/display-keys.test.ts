import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ImportFinding } from '../../features/imports/schemas/import.ts'
import { Key } from '../../schemas/keys.ts'
import { displayKeys, reportKey } from './display-keys.ts'
import { reportOn } from './finding.ts'

const findingsFor = (theirs: string[], asked: string): ImportFinding[] => {
  const findings: ImportFinding[] = []
  const ours = displayKeys(theirs, 'flag').get(asked) ?? ''
  reportKey(reportOn(findings, `flag ${asked}`), asked, ours, 'flag')
  return findings
}

describe('displayKeys', () => {
  it('leaves a key that is allowed here as it is', () => {
    expect(displayKeys(['new checkout', 'new-checkout'], 'flag').get('new-checkout')).toBe('new-checkout')
  })

  it('gives every key an allowed one, unique without regard to case', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 200 }))), (theirs) => {
        const ours = [...displayKeys(theirs, 'flag').values()]
        expect(ours).toHaveLength(theirs.length)
        expect(new Set(ours.map((key) => key.toLowerCase())).size).toBe(theirs.length)
        for (const key of ours) expect(Key.safeParse(key).success).toBe(true)
      }),
    )
  })

  it('names what has no usable character by its kind', () => {
    expect(displayKeys(['ключ'], 'flag').get('ключ')).toBe('flag')
  })
})

describe('display keys that are known', () => {
  const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 12 })

  it('stay what they were, whatever comes beside them, and no other takes one', () => {
    fc.assert(
      fc.property(keys, keys, (first, second) => {
        const known = displayKeys(first, 'flag')
        const both = displayKeys([...second, ...first], 'flag', undefined, known)
        for (const key of first) expect(both.get(key)).toBe(known.get(key))
        const ours = [...both.values()]
        expect(new Set(ours.map((key) => key.toLowerCase())).size).toBe(new Set([...first, ...second]).size)
      }),
    )
  })
})

describe('reportKey', () => {
  it('says nothing about a key that stays', () => {
    expect(findingsFor(['a'], 'a')).toEqual([])
  })

  it('warns of a key that had to change', () => {
    expect(findingsFor(['new checkout'], 'new checkout')).toMatchObject([
      { severity: 'warn', subject: 'flag new checkout' },
    ])
  })

  it('warns of two keys that differ only by case', () => {
    expect(findingsFor(['Checkout', 'checkout'], 'checkout')).toMatchObject([{ severity: 'warn' }])
  })

  it('warns of two keys that differ only by characters that are not allowed', () => {
    expect(findingsFor(['a-b', 'a b'], 'a b')).toMatchObject([{ severity: 'warn' }])
  })
})
