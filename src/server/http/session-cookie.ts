import type { FastifyReply } from 'fastify'
import { limits } from '../../shared/limits.ts'

/** How a request opens and ends the caller's session. */
export type SessionCookie = { set: (token: string) => void; clear: () => void }

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

export function sessionCookie(reply: FastifyReply, publicUrl: string): SessionCookie {
  const attributes = cookieAttributes(publicUrl)
  const name = sessionCookieName(publicUrl)
  return {
    set: (token) => void reply.setCookie(name, token, { ...attributes, maxAge: limits.sessionMs / 1_000 }),
    clear: () => void reply.clearCookie(name, attributes),
  }
}

const isSecure = (publicUrl: string) => publicUrl.startsWith('https:')
