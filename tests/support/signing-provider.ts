import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { atFileEnd } from './file-end.ts'

export type SigningKey = { readonly kid: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject }

export const aSigningKey = (kid: string): SigningKey => ({
  kid,
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }),
})

/** The next ID token's content and signature, and the keys that the provider publishes. */
type TokenPlan = {
  published: readonly SigningKey[]
  claims: Record<string, unknown>
  sign: (payload: string) => { header: Record<string, unknown>; signature: string }
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs like a provider: RS256 with this key. `kid` may name another key than the one that signs. */
export const rs256 =
  ({ kid, privateKey }: SigningKey, claimedKid = kid): TokenPlan['sign'] =>
  (payload) => {
    const header = { alg: 'RS256', kid: claimedKid }
    return {
      header,
      signature: createSign('RSA-SHA256')
        .update(`${base64url(header)}.${payload}`)
        .sign(privateKey, 'base64url'),
    }
  }

/** Signs with a shared secret, like an attacker who knows the client secret or the provider's public key. */
export const hs256 =
  (secret: string | Buffer, kid: string): TokenPlan['sign'] =>
  (payload) => {
    const header = { alg: 'HS256', kid }
    return {
      header,
      signature: createHmac('sha256', secret)
        .update(`${base64url(header)}.${payload}`)
        .digest('base64url'),
    }
  }

/** Leaves the token without a signature. */
export const unsigned: TokenPlan['sign'] = () => ({ header: { alg: 'none' }, signature: '' })

/**
 * An OpenID provider on loopback that issues ID tokens from the test's plan, valid or forged. It signs everyone in
 * immediately, as `sub` of the plan's claims.
 */
export async function aSigningProvider(clientId: string) {
  const plan: TokenPlan = { published: [], claims: {}, sign: unsigned }
  let nonce = ''
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    const json = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/authorize') {
      nonce = url.searchParams.get('nonce') ?? ''
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code: 'a-code', state: url.searchParams.get('state') ?? '' }).toString()
      return void response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname === '/keys') {
      const keys = plan.published.map(({ kid, publicKey }) => ({
        ...publicKey.export({ format: 'jwk' }),
        ...{ kid, use: 'sig', alg: 'RS256' },
      }))
      return void json({ keys })
    }
    if (url.pathname === '/token') {
      const now = Math.floor(Date.now() / 1_000)
      const standard = { iss: issuer, aud: clientId, iat: now, exp: now + 300, nonce }
      const payload = base64url({ ...standard, ...plan.claims })
      const { header, signature } = plan.sign(payload)
      const idToken = `${base64url(header)}.${payload}.${signature}`
      return void json({ access_token: 'any', token_type: 'Bearer', expires_in: 300, id_token: idToken })
    }
    json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // A listening TCP server has an address with a port.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  atFileEnd('servers', () => {
    server.closeAllConnections()
    return new Promise<void>((done) => server.close(() => done()))
  })
  return { issuer, plan }
}
