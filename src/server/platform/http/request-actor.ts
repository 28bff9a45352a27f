import type { FastifyRequest } from 'fastify'
import { sessionActor } from '../auth/session-actor.ts'
import { tokenActor } from '../auth/token-actor.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Origin } from '../kernel/ctx.ts'
import { bearer } from './bearer.ts'
import type { Services } from './services.ts'
import { sessionCookieName } from './session-cookie.ts'

/** Who a request is from: the holder of its token, or the person of its session. */
export async function requestActor({ pools, now, publicUrl }: Services, req: FastifyRequest): Promise<Actor> {
  const { door: db } = pools
  const token = bearer(req.headers)
  return token ? tokenActor(db, token, now()) : sessionActor(db, req.cookies[sessionCookieName(publicUrl())], now())
}

/** Where a request is from, for the audit trail. */
export const requestOrigin = ({ proxies }: Pick<Services, 'proxies'>, req: FastifyRequest): Origin => ({
  requestId: req.id,
  address: proxies.addressOf(req.raw),
  userAgent: req.headers['user-agent'] ?? '',
})
