import { createCipheriv, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { previewOf } from '../../shared/vendors/importing/preview.ts'
import { decrypted, decryptedParts } from './decrypt.ts'

/** Encrypts like GrowthBook’s server: a random initialization vector, a dot, and AES-CBC ciphertext, both in base64. */
const sealed = (value: unknown, key: Buffer): string => {
  const iv = randomBytes(16)
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv)
  const bytes = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return `${iv.toString('base64')}.${bytes.toString('base64')}`
}

const features = { flag: { defaultValue: 'ünï', rules: [{ force: 'b', coverage: 0.5, hashAttribute: 'id' }] } }
const keys = [16, 24, 32].map((length) => randomBytes(length))

describe('an encrypted payload of GrowthBook', () => {
  it('is opened by its key, of whatever length, among others', async () => {
    for (const key of keys) {
      const payload = { features: {}, encryptedFeatures: sealed(features, key), encryptedSavedGroups: sealed([], key) }
      const given = keys.map((one) => ` ${one.toString('base64')}\n`)
      expect(await decrypted(payload, given)).toEqual({ features, savedGroups: [] })
    }
  })

  it('stays closed to any other key, and to what is none, whatever its text', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.uint8Array({ maxLength: 40 }).map((one) => Buffer.from(one).toString('base64')),
    )
    const own = keys[0] ?? Buffer.alloc(16)
    await fc.assert(
      fc.asyncProperty(text, text, text, async (key, iv, body) => {
        expect(await decrypted({ encryptedFeatures: sealed(features, own) }, [key])).toBeNull()
        expect(await decrypted({ encryptedFeatures: `${iv}.${body}` }, [own.toString('base64')])).toBeNull()
      }),
      { numRuns: 50 },
    )
  })

  it('is read beside others, or named; never nothing without a word', async () => {
    const [key = Buffer.alloc(16)] = keys
    const files = {
      'features.production.json': JSON.stringify({
        status: 200,
        features: {},
        encryptedFeatures: sealed(features, key),
      }),
      'features.staging.json': JSON.stringify({ features }),
    }
    const partsOf = (parts: Record<string, unknown>) =>
      Object.entries(parts).map(([name, value]) => ({
        name,
        value: typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
      }))
    const open = await decryptedParts(files, [key.toString('base64')])
    expect(open.locked).toEqual([])
    const { summary } = await previewOf(partsOf(open.parts))
    expect(summary.environments.map(({ name, flags }) => [name, flags])).toEqual([
      ['production', 1],
      ['staging', 1],
    ])
    const closed = await decryptedParts(files, [])
    expect(closed.locked).toEqual(['features.production.json'])
    const without = (await previewOf(partsOf(closed.parts))).summary
    expect(without.environments.map(({ name }) => name)).toEqual(['staging'])
    expect(without.notes.join()).toMatch(
      /^features.production.json is encrypted, and was not read\. Give its decryption/,
    )
    const [production] = partsOf(files)
    await expect(previewOf(production === undefined ? [] : [production])).rejects.toThrow(
      /is encrypted, and was not read/,
    )
  })
})
