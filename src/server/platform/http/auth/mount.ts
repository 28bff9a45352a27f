import type { FastifyInstance, FastifyRequest } from 'fastify'
import { anonymous } from '../../auth/session-actor.ts'
import { beginProviderSignIn, finishProviderSignIn } from '../../auth/sso/flow.ts'
import type { LinkCtx, SecretCtx } from '../../kernel/ctx.ts'
import { logFault } from '../log-fault.ts'
import { noteFailedSignIn } from '../note-failed-sign-in.ts'
import { requestOrigin } from '../request-actor.ts'
import type { Services } from '../services.ts'
import { cookieAttributes, cookieName, sessionCookie } from '../session-cookie.ts'
import { toFanionError } from '../to-fanion-error.ts'

/**
 * Serves single sign-on: `GET /auth/sso/:provider?to=…` redirects the browser to the provider; `anew=1` forces a new
 * sign-in there. `GET /auth/callback` handles the return. An error ends at the sign-in screen with its code in
 * `?refused=`, where a password still works.
 */
export function mountAuth(app: FastifyInstance, services: Services): void {
  const flowCookie = () => cookieName(services.publicUrl(), 'fanion-flow')
  const attributes = () => cookieAttributes(services.publicUrl())
  const refusal = (request: FastifyRequest, error: unknown) => {
    const { code } = toFanionError(error)
    if (code === 'server/internal') logFault(services.log, request, error)
    return `/login?refused=${encodeURIComponent(code)}`
  }

  app.get<{ Params: { provider: string }; Querystring: { to?: unknown; anew?: unknown } }>(
    '/auth/sso/:provider',
    async (request, reply) => {
      const { to, anew } = request.query
      const wish = { to: typeof to === 'string' ? to : '/', anew: anew === '1' }
      try {
        const begun = await beginProviderSignIn(
          contextOf(services, request),
          services.providers,
          request.params.provider,
          wish,
        )
        return reply.setCookie(flowCookie(), begun.cookie, { ...attributes(), maxAge: 600 }).redirect(begun.url)
      } catch (error) {
        return reply.redirect(refusal(request, error))
      }
    },
  )

  app.get('/auth/callback', async (request, reply) => {
    void reply.clearCookie(flowCookie(), attributes())
    try {
      const cookie = request.cookies[flowCookie()]
      const note = () => services.failedSignIns.note(null, services.proxies.addressOf(request.raw))
      const finished = finishProviderSignIn(contextOf(services, request), services.providers, cookie, request.url)
      const cookies = sessionCookie(request, reply, services.publicUrl())
      const signedIn = await noteFailedSignIn(note, null, finished)
      if (signedIn.kind === 'unconfirmed-link') {
        cookies.setPendingLink(signedIn.pendingLink)
        const search = new URLSearchParams({ refused: 'auth/link-unconfirmed', next: signedIn.to })
        return reply.redirect(`/login?${search}`)
      }
      cookies.set(signedIn.token)
      return reply.redirect(signedIn.to)
    } catch (error) {
      return reply.redirect(refusal(request, error))
    }
  })
}

const contextOf = (services: Services, request: FastifyRequest): SecretCtx & LinkCtx => {
  const { pools, log, now, newId, newSecret, vault, mail, publicUrl } = services
  const origin = requestOrigin(services, request)
  return { db: pools.door, log, now, newId, newSecret, vault, mail, publicUrl, origin, actor: anonymous }
}
