import { expect, it } from 'vitest'
import { everyModule as profiles } from '../../../../tests/support/every-module.ts'
import { metered } from '../meter.ts'
import { fractional } from './fractional.ts'

const shared = (root: unknown, ...shares: unknown[]) =>
  metered(() => fractional(shares, { dialect: 'shift', root, profiles, asked: { flagKey: 'flag', nowMs: 0 } }))

it.each([undefined, null, 'targetingKey', 42, true, [], {}, { targetingKey: '' }, { targetingKey: 7 }])(
  'hashes no one where there is no targeting key: %j',
  (root) => {
    expect(shared(root, ['on', 1])).toBeNull()
    // a text of its own is hashed, whoever asks
    expect(shared(root, 'anything', ['on', 1])).toBe('on')
  },
)

it('hashes the targeting key where no text is given', () => {
  expect(shared({ targetingKey: 'user-1' }, ['on', 1])).toBe('on')
})
