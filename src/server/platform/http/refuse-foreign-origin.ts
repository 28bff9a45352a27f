import type { FastifyRequest } from 'fastify'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Config } from '../../config.ts'

/** A browser names the page a request comes from; another site's page may not act with our cookie. */
export function refuseForeignOrigin({ publicUrl }: Config, req: FastifyRequest): void {
  const { origin } = req.headers
  if (req.method !== 'POST' || !origin) return
  // behind a proxy, what a request calls this server is the caller's word; the operator's is better
  if (publicUrl === undefined ? URL.canParse(origin) && new URL(origin).host === req.host : origin === publicUrl) return
  throw new FanionError('auth/forbidden', { origin }, `Requests from ${origin} aren’t allowed to make changes here.`)
}
