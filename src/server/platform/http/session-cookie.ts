import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../../shared/limits.ts'
import { pendingLinkMs } from '../auth/sso/link-identity.ts'

/** Sets and clears cookies in the client's browser. */
export type SessionCookie = {
  readonly set: (token: string) => void
  readonly clear: () => void
  /** Stores a sealed link to a sign-in provider until the account's own sign-in confirms it. */
  readonly setPendingLink: (sealedLink: string) => void
  /** Returns the sealed pending link, if there is one, and removes its cookie. */
  readonly takePendingLink: () => string | undefined
}

/** Over HTTPS, the `__Host-` prefix makes browsers bind the cookie to this host, the root path and HTTPS. */
export const cookieName = (publicUrl: string, name: string) => (isSecure(publicUrl) ? `__Host-${name}` : name)

/** Inaccessible to scripts, and sent from other sites only on top-level navigation. */
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

/** For clients without a browser: API clients, agents and the demo. */
export const noCookie: SessionCookie = {
  set: () => undefined,
  clear: () => undefined,
  setPendingLink: () => undefined,
  takePendingLink: () => undefined,
}

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')
