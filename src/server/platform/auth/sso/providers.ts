import {
  allowInsecureRequests,
  buildEndSessionUrl,
  type Configuration,
  type CustomFetch,
  customFetch,
  type DiscoveryRequestOptions,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { CheckedIssuer } from '../../../../shared/features/access/schemas/identity-provider.ts'
import { clientSecretPurpose } from '../../../features/access/sso/providers.ts'
import { findProvider, findSessionProvider } from '../../../features/access/sso/queries.ts'
import type { SecretCtx } from '../../kernel/ctx.ts'
import { type AllowedAddresses, allowanceOf, type PrivateAddressAllowance } from '../../outbound/allowance.ts'
import { request } from '../../outbound/request.ts'

const freshMs = 10 * 60_000
const timeoutMs = 5_000
export const idTokenPurpose = 'ID token of a session'

type ProviderRow = NonNullable<Awaited<ReturnType<typeof findProvider>>>

/** Caches the discovered configurations of single sign-on providers for ten minutes. */
export class Providers {
  readonly #allowPrivate: PrivateAddressAllowance
  readonly #known = new Map<string, { made: Promise<Configuration>; at: number; of: string }>()

  constructor(settings: AllowedAddresses) {
    this.#allowPrivate = allowanceOf(settings)
  }

  /** Returns the configuration of a provider. Throws `provider/unreachable` with the reason. */
  async configuration(ctx: SecretCtx, row: ProviderRow): Promise<Configuration> {
    const now = ctx.now().getTime()
    const of = `${row.issuer} ${row.clientId} ${row.clientSecret}`
    const known = this.#known.get(row.id)
    if (known && known.of === of && now - known.at < freshMs) return known.made
    const made = this.#discover(ctx, row)
    this.#known.set(row.id, { made, at: now, of })
    try {
      return await made
    } catch (error) {
      this.#known.delete(row.id)
      throw unreachable(error)
    }
  }

  /**
   * The configuration for finishing one sign-in, discovered again so that the provider's signing keys are fetched too. A token
   * signed by a withdrawn key is rejected at once, and a new key works at once. Throws `provider/unreachable`.
   */
  async freshConfiguration(ctx: SecretCtx, row: ProviderRow): Promise<Configuration> {
    this.#known.delete(row.id)
    return this.configuration(ctx, row)
  }

  /** Fetches an issuer's metadata without caching it. Throws `provider/unreachable` with the reason. */
  async describe(issuer: string): Promise<CheckedIssuer> {
    const made = await discovery(new URL(issuer), 'fanion', undefined, undefined, this.#asking).catch((error) => {
      throw unreachable(error)
    })
    const { issuer: called, end_session_endpoint, claims_supported } = made.serverMetadata()
    return { issuer: called, signsOut: end_session_endpoint !== undefined, claims: claims_supported ?? [] }
  }

  /** Returns the URL that signs the browser out at the provider its session came from, or null if there is none. */
  async endSessionUrl(ctx: SecretCtx, sessionId: string, backTo: string): Promise<string | null> {
    const found = await findSessionProvider(ctx.db, sessionId)
    const row = found && (await findProvider(ctx.db, { id: found.providerId }))
    if (!found || !row) return null
    try {
      const configuration = await this.configuration(ctx, row)
      if (!configuration.serverMetadata().end_session_endpoint) return null
      const hint = found.idToken && { id_token_hint: ctx.vault.open(found.idToken, idTokenPurpose) }
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: backTo, ...hint }).href
    } catch (error) {
      // Signing out of Fanion must work even if the provider does not.
      ctx.log.warn({ error: String(error) }, 'a provider cannot be told of a sign-out')
      return null
    }
  }

  #discover(ctx: SecretCtx, row: ProviderRow): Promise<Configuration> {
    const secret = ctx.vault.open(row.clientSecret, clientSecretPurpose)
    return discovery(new URL(row.issuer), row.clientId, secret, undefined, this.#asking)
  }

  get #asking(): DiscoveryRequestOptions {
    return {
      [customFetch]: this.#fetch,
      timeout: timeoutMs / 1_000,
      // Without these checks the library trusts TLS and does not verify the ID token's signature.
      execute: [enableNonRepudiationChecks, ...(this.#allowPrivate === true ? [allowInsecureRequests] : [])],
    }
  }

  /** Connects only to public addresses, pinned after DNS resolution, unless the operator allows private ones. */
  readonly #fetch: CustomFetch = async (url, { method, headers, body }) => {
    // The client sends only forms.
    const text = body instanceof URLSearchParams ? body.toString() : undefined
    const sent = { url, method, headers, timeoutMs, allowPrivate: this.#allowPrivate, body: text }
    const answer = await request(sent)
    const empty = answer.status === 204 || answer.status === 304
    return new Response(empty ? null : answer.body, { status: answer.status, headers: answer.headers })
  }
}

function unreachable(error: unknown): FanionError {
  // The library's error is generic; its cause has the reason.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new FanionError('provider/unreachable', { reason }, `The sign-in provider can’t be used: ${reason}`)
}
