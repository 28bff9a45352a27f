import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SdkKeyHolder } from '../auth/sdk-key-holder.ts'
import { allowOrigin, preflightHeaders, refusalHeaders } from './allow-origin.ts'

const holder = (kind: SdkKeyHolder['kind'], allowedOrigins: string[]): SdkKeyHolder => ({
  ...{ keyId: 'k', kind, allowedOrigins, project: 'p', environment: 'e', environmentId: 'e' },
})
const anOrigin = fc.constantFrom('https://a.example', 'https://b.example', 'https://c.example')

describe('what a page may read', () => {
  it('is an answer to a client key, from where the key allows it, or from anywhere where it says nothing', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anOrigin), anOrigin, (allowed, origin) => {
        expect(allowOrigin(holder('server', allowed), origin)).toEqual({})
        expect(allowOrigin(holder('client', allowed), undefined)).toEqual({})
        const given = () => {
          try {
            return allowOrigin(holder('client', allowed), origin)['access-control-allow-origin']
          } catch {
            return 'refused'
          }
        }
        expect(given()).toBe(allowed.length === 0 || allowed.includes(origin) ? origin : 'refused')
      }),
    )
  })

  it('is one answer for each origin', () => {
    expect(allowOrigin(holder('client', []), 'https://a.example')).toMatchObject({ vary: 'origin' })
  })

  it('is a refusal of a key, or of too much, and no other', () => {
    for (let status = 200; status < 600; status++) {
      const given = refusalHeaders(status, 'https://a.example')['access-control-allow-origin']
      expect([status, given]).toEqual([status, status === 401 || status === 429 ? 'https://a.example' : undefined])
      expect(refusalHeaders(status, undefined)).toEqual({})
    }
  })

  it('is asked for before it is known who asks', () => {
    const headers = { 'access-control-allow-methods': 'GET, POST', vary: 'origin' }
    expect(preflightHeaders('https://a.example')).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      ...headers,
    })
    expect(preflightHeaders(undefined)).toMatchObject({ 'access-control-allow-origin': '*', ...headers })
  })
})
