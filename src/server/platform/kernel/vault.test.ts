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

  it('has a key for a purpose, the same as long as the secret is', () => {
    const key = (secret: string, purpose: string) => createVault(secret).keyFor(purpose).toString('hex')
    const [one, other] = ['a'.repeat(32), 'b'.repeat(32)]
    expect(key(one, 'payloads of 1')).toMatch(/^[0-9a-f]{32}$/)
    expect(key(one, 'payloads of 1')).toBe(key(one, 'payloads of 1'))
    expect(new Set([key(one, 'payloads of 1'), key(one, 'payloads of 2'), key(other, 'payloads of 1')]).size).toBe(3)
  })
})
