import { beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { testServer } from '../support/server.ts'

const publicUrl = 'https://flags.example.com'

let here: string
beforeAll(async () => {
  const port = String(await freePort())
  here = `http://127.0.0.1:${port}`
  await testServer({ PORT: port, FANION_PUBLIC_URL: publicUrl, FANION_TRUST_PROXY: '1' })
})

/** Returns the error code of a page's sign-in. The password is always wrong. */
async function signIn(headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${here}/trpc/account.signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' }),
  })
  // Safe cast: tRPC's format.
  const answer = (await response.json()) as { error: { data: { fanion: { code: string } } } }
  return answer.error.data.fanion.code
}

describe('with a public address, a POST of a page', () => {
  it('comes from there, whatever the request calls this server', async () => {
    expect(await signIn({ origin: publicUrl })).toBe('auth/wrong-credentials')
    expect(await signIn({})).toBe('auth/wrong-credentials')
    for (const origin of [here, 'http://flags.example.com', `${publicUrl}:8443`, `${publicUrl}.evil.example`, 'null']) {
      expect(await signIn({ origin })).toBe('auth/forbidden')
    }
    const forged = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' }
    expect(await signIn(forged)).toBe('auth/forbidden')
  })
})
