import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createVault } from './vault.ts'

const vault = createVault('a secret')

describe('the vault', () => {
  it('opens what it sealed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(vault.open(vault.seal(text, 'test'), 'test')).toBe(text)
      }),
    )
  })

  it('seals the same text differently each time', () => {
    expect(vault.seal('text', 'test')).not.toBe(vault.seal('text', 'test'))
  })

  it('does not open what another secret sealed', () => {
    expect(() => createVault('another').open(vault.seal('text', 'test'), 'test')).toThrow('unable to authenticate')
  })

  it('does not open what was sealed for another purpose', () => {
    expect(() => vault.open(vault.seal('text', 'webhook'), 'one-time code')).toThrow('unable to authenticate')
  })

  it('does not open what was changed', () => {
    const bytes = Buffer.from(vault.seal('text', 'test'), 'base64url')
    bytes.writeUInt8(bytes.readUInt8(30) ^ 1, 30)
    expect(() => vault.open(bytes.toString('base64url'), 'test')).toThrow('unable to authenticate')
  })
})
