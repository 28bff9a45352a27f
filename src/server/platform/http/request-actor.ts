import type { FastifyRequest } from 'fastify'
import { sessionActor } from '../auth/session-actor.ts'
import { tokenActor } from '../auth/token-actor.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Origin } from '../kernel/ctx.ts'
import { bearer } from './bearer.ts'
import type { Services } from './services.ts'
import { sessionCookieName } from './session-cookie.ts'

/** Returns the actor of a request: the holder of its token, or the user of its session. */
export async function requestActor({ pools, now, publicUrl }: Services, req: FastifyRequest): Promise<Actor> {
  const { door: db } = pools
  const token = bearer(req.headers)
  return token ? tokenActor(db, token, now()) : sessionActor(db, req.cookies[sessionCookieName(publicUrl())], now())
}

/** The origin of a request, for the audit log. */
export const requestOrigin = ({ proxies }: Pick<Services, 'proxies'>, req: FastifyRequest): Origin => ({
  requestId: req.id,
  address: proxies.addressOf(req.raw),
  userAgent: req.headers['user-agent'] ?? '',
})
