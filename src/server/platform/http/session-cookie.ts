import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../../shared/limits.ts'
import { pendingLinkMs } from '../auth/sso/link-identity.ts'

/** Sets and clears the cookies of a request's browser. */
export type SessionCookie = {
  readonly set: (token: string) => void
  readonly clear: () => void
  /** Keeps a sealed link to a sign-in provider until the account's own sign-in confirms it. */
  readonly setPendingLink: (sealedLink: string) => void
  /** Returns the pending link's sealed text, if there is one, and removes its cookie. */
  readonly takePendingLink: () => string | undefined
}

/** The cookie's name: over HTTPS the prefix binds it to this host, this path and HTTPS, for browsers to hold. */
export const cookieName = (publicUrl: string, name: string) => (isSecure(publicUrl) ? `__Host-${name}` : name)

/** Out of reach of scripts, and sent along from other sites' pages only when a person follows a link. */
export const cookieAttributes = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isSecure(publicUrl),
})

export const sessionCookieName = (publicUrl: string) => cookieName(publicUrl, 'fanion')

export function sessionCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: string): SessionCookie {
  const attributes = cookieAttributes(publicUrl)
  const name = sessionCookieName(publicUrl)
  const linkName = cookieName(publicUrl, 'fanion-link')
  return {
    set: (token) => void reply.setCookie(name, token, { ...attributes, maxAge: limits.sessionMs / 1_000 }),
    clear: () => void reply.clearCookie(name, attributes),
    setPendingLink: (link) => void reply.setCookie(linkName, link, { ...attributes, maxAge: pendingLinkMs / 1_000 }),
    takePendingLink: () => {
      const link = request.cookies[linkName]
      if (link !== undefined) void reply.clearCookie(linkName, attributes)
      return link
    },
  }
}

/** For callers without a browser: programs, agents and the demo. */
export const noCookie: SessionCookie = {
  set: () => undefined,
  clear: () => undefined,
  setPendingLink: () => undefined,
  takePendingLink: () => undefined,
}

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')
