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

/** State of a sign-in in progress, sealed in a cookie so that only the browser that started it can finish it. */
const Flow = z.strictObject({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
  until: z.number(),
})

type FlowCtx = SecretCtx & LinkCtx

/**
 * Where to redirect afterwards, and whether the provider must ask the user to sign in again even if it has a session.
 */
type SignInOptions = { to: string; anew: boolean }

/** Starts a sign-in. Returns the URL to redirect the browser to, and the cookie that it must return with. */
export async function beginProviderSignIn(
  ctx: FlowCtx,
  providers: Providers,
  key: string,
  { to, anew }: SignInOptions,
) {
  const row = await findProvider(ctx.db, { key })
  if (!row?.enabled) throw new FanionError('provider/not-found')
  const configuration = await providers.configuration(ctx, row)
  const verifier = randomPKCECodeVerifier()
  const flow: z.infer<typeof Flow> = {
    provider: row.id,
    state: randomState(),
    nonce: randomNonce(),
    verifier,
    to: localRedirectPath(to, ctx.publicUrl()),
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
 * Finishes a sign-in with the parameters from the provider's redirect. Returns the session's token or an unconfirmed
 * link, and the path to redirect to. Throws `auth/token-invalid` if another browser started the sign-in, and
 * `auth/token-expired` after ten minutes.
 */
export async function finishProviderSignIn(
  ctx: FlowCtx,
  providers: Providers,
  cookie: string | undefined,
  path: string,
) {
  const flow = readFlow(ctx, cookie)
  if (flow.until < ctx.now().getTime())
    throw new FanionError('auth/token-expired', {}, 'The sign-in timed out. Try again.')
  const row = await findProvider(ctx.db, { id: flow.provider })
  if (!row?.enabled) throw new FanionError('provider/not-found')
  const configuration = await providers.freshConfiguration(ctx, row)
  // The URL registered with the provider. A proxy may call this server by another one.
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

/** Reduces a requested redirect to a path on this server, so that it never leads to another site. */
export function localRedirectPath(to: string, publicUrl: string): string {
  if (!URL.canParse(to, publicUrl)) return '/'
  const { origin, pathname, search } = new URL(to, publicUrl)
  return origin === new URL(publicUrl).origin && !pathname.startsWith('//') ? pathname + search : '/'
}
