import type { FastifyRequest } from 'fastify'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Config } from '../../config.ts'

/**
 * Rejects POST requests from pages of other sites, so that they cannot use our cookie. Browsers send the page's origin.
 */
export function refuseForeignOrigin({ publicUrl }: Config, req: FastifyRequest): void {
  const { origin } = req.headers
  if (req.method !== 'POST' || !origin) return
  // Behind a proxy the Host header is the client's claim, so the operator's setting takes precedence.
  if (publicUrl === undefined ? URL.canParse(origin) && new URL(origin).host === req.host : origin === publicUrl) return
  throw new FanionError('auth/forbidden', { origin }, `Requests from ${origin} aren’t allowed to make changes here.`)
}
