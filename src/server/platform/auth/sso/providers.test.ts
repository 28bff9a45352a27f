import { describe, expect, it } from 'vitest'
import { Providers } from './providers.ts'

const anywhere = { allowPrivateAddresses: true, allowHosts: [] }

describe('a provider that can’t be asked', () => {
  it('is refused with what went wrong, and not with that something did', async () => {
    // Nothing listens on port 9 (discard).
    const asked = new Providers(anywhere).describe('http://127.0.0.1:9')
    await expect(asked).rejects.toMatchObject({
      code: 'provider/unreachable',
      details: { reason: expect.stringContaining('ECONNREFUSED') },
    })
  })

  it('inside the network is not asked, unless the operator says so', async () => {
    const asked = new Providers({ ...anywhere, allowPrivateAddresses: false }).describe('http://127.0.0.1:9')
    const { message } = (await asked.catch((error: unknown) => error)) as Error
    expect(message).not.toContain('ECONNREFUSED')
  })
})
