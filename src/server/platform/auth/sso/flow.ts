import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { z } from 'zod'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { findProvider } from '../../../features/access/sso/queries.ts'
import type { LinkCtx, SecretCtx } from '../../kernel/ctx.ts'
import type { Providers } from './providers.ts'
import { signInByProvider } from './sign-in-by-provider.ts'

const flowMs = 10 * 60_000
const purpose = 'sign-in under way'

/** What must come back to the same browser: sealed in a cookie of its own while it is at the provider. */
const Flow = z.strictObject({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
  until: z.number(),
})

type FlowCtx = SecretCtx & LinkCtx

/** Where to go afterwards, and whether the provider is to ask its person anew even if it knows them still. */
type Wish = { to: string; anew: boolean }

/** Begins a sign-in: where to send the browser, and the cookie it must come back with. */
export async function begin(ctx: FlowCtx, providers: Providers, key: string, { to, anew }: Wish) {
  const row = await findProvider(ctx.db, { key })
  if (!row?.enabled) throw new FanionError('provider/not-found')
  const configuration = await providers.configuration(ctx, row)
  const verifier = randomPKCECodeVerifier()
  const flow: z.infer<typeof Flow> = {
    provider: row.id,
    state: randomState(),
    nonce: randomNonce(),
    verifier,
    to: pathHere(to, ctx.publicUrl()),
    until: ctx.now().getTime() + flowMs,
  }
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(ctx),
    scope: 'openid email profile',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(anew && { prompt: 'login' }),
  })
  return { url: url.href, cookie: ctx.vault.seal(JSON.stringify(flow), purpose) }
}

/**
 * Finishes a sign-in with the parameters that the provider sent the browser back with. Returns the session's token or an
 * unconfirmed link, and the path to go to. Throws `auth/token-invalid` for a sign-in that another browser began,
 * `auth/token-expired` after ten minutes.
 */
export async function finish(ctx: FlowCtx, providers: Providers, cookie: string | undefined, path: string) {
  const flow = readFlow(ctx, cookie)
  if (flow.until < ctx.now().getTime())
    throw new FanionError('auth/token-expired', {}, 'The sign-in timed out. Try again.')
  const row = await findProvider(ctx.db, { id: flow.provider })
  if (!row?.enabled) throw new FanionError('provider/not-found')
  const configuration = await providers.freshConfiguration(ctx, row)
  // the address as the provider knows it, whatever a proxy in between calls this server
  const url = new URL(redirectUri(ctx))
  url.search = new URL(path, url).search
  const tokens = await authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  }).catch((error: unknown) => {
    ctx.log.warn({ error: String(error), provider: row.key }, 'a provider did not vouch for a sign-in')
    throw new FanionError('auth/wrong-credentials', {}, `${row.name} couldn’t sign you in.`)
  })
  const claims = tokens.claims()
  if (!claims) throw new FanionError('auth/wrong-credentials')
  return { ...(await signInByProvider(ctx, row, claims, tokens.id_token)), to: flow.to }
}

const redirectUri = (ctx: LinkCtx) => `${ctx.publicUrl()}/auth/callback`

function readFlow(ctx: SecretCtx, cookie: string | undefined): z.infer<typeof Flow> {
  try {
    return Flow.parse(JSON.parse(ctx.vault.open(cookie ?? '', purpose)))
  } catch {
    throw new FanionError('auth/token-invalid', {}, 'This sign-in was started in another browser. Start again.')
  }
}

/** A path of this server, whatever was asked for: never another site's address. */
export function pathHere(to: string, publicUrl: string): string {
  if (!URL.canParse(to, publicUrl)) return '/'
  const { origin, pathname, search } = new URL(to, publicUrl)
  return origin === new URL(publicUrl).origin && !pathname.startsWith('//') ? pathname + search : '/'
}
