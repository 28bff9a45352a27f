import { hash, verify } from '@node-rs/argon2'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeArgon2 } from './argon2.ts'

const passwords = fc.string({ unit: 'grapheme', maxLength: 64 })

describe('Argon2 of Node and of the library', () => {
  it('take what the other made, and no other password', async () => {
    await fc.assert(
      fc.asyncProperty(passwords, passwords, async (password, other) => {
        const [ours, theirs] = await Promise.all([nodeArgon2.hash(password), hash(password)])
        expect(await verify(ours, password)).toBe(true)
        expect(await nodeArgon2.verify(theirs, password)).toBe(true)
        expect(await nodeArgon2.verify(ours, other)).toBe(password === other)
        expect(await nodeArgon2.verify(theirs, other)).toBe(password === other)
      }),
      { numRuns: 3 },
    )
  })

  it('say the same of cost and form', async () => {
    const shape = (hashed: string) => hashed.split('$').slice(0, 4).concat(String(hashed.length))
    expect(shape(await nodeArgon2.hash('x'))).toEqual(shape(await hash('x')))
  })

  it('refuse what is no hash of theirs', async () => {
    for (const text of [
      '',
      'x',
      '$argon2id$v=16$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA',
      '$argon2i$v=19$m=8,t=1,p=1$YQ$YQ',
    ])
      await expect(nodeArgon2.verify(text, 'x')).rejects.toThrow('Argon2id')
  })
})
