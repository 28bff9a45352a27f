import { expect, it } from 'vitest'
import { everyModule as profiles } from '../../../../tests/support/every-module.ts'
import { runWithFullBudget } from '../meter.ts'
import { fractional } from './fractional.ts'

const shared = (root: unknown, ...shares: unknown[]) =>
  runWithFullBudget(() =>
    fractional(shares, { dialect: 'shift', root, profiles, asked: { flagKey: 'flag', nowMs: 0 } }),
  )

it.each([undefined, null, 'targetingKey', 42, true, [], {}, { targetingKey: '' }, { targetingKey: 7 }])(
  'hashes no one where there is no targeting key: %j',
  (root) => {
    expect(shared(root, ['on', 1])).toBeNull()
    // An explicit text is hashed, whatever the context.
    expect(shared(root, 'anything', ['on', 1])).toBe('on')
  },
)

it('hashes the targeting key where no text is given', () => {
  expect(shared({ targetingKey: 'user-1' }, ['on', 1])).toBe('on')
})

const byCbor = (root: unknown, ...shares: unknown[]) =>
  runWithFullBudget(() => fractional(shares, { dialect: 'cbor', root, profiles, asked: { flagKey: 'flag', nowMs: 0 } }))

it.each<unknown>([7, true, 1.5, { plan: 'pro' }])('the third generation hashes %j by what it is', (value) => {
  const shares = Array.from({ length: 64 }, (_, at) => [`part ${at}`, 1])
  const part = byCbor({}, value, ...shares)
  expect(part).toMatch(/^part /)
  expect(byCbor({ targetingKey: 'user' }, structuredClone(value), ...shares)).toBe(part)
  expect(shared({ targetingKey: 'user' }, value, ...shares)).toBeNull()
})

it('the third generation hashes no null, and takes a list for a share', () => {
  expect(byCbor({ targetingKey: 'user' }, null, ['on', 1])).toBeNull()
  expect(byCbor({ targetingKey: 'user' }, ['on', 1])).toBe('on')
  expect(byCbor({}, ['on', 1])).toBeNull()
})
