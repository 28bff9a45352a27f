import type { FastifyReply, FastifyRequest } from 'fastify'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { SdkKeyHolder } from '../../platform/auth/sdk-key-holder.ts'
import { allowOrigin } from '../../platform/http/allow-origin.ts'
import { bearer } from '../../platform/http/bearer.ts'
import { spendClient } from '../../platform/http/ofrep/access.ts'
import type { ProgramServices } from '../../platform/http/services.ts'

/** Reads the key where other vendors' SDKs send it: alone, after `api_key`, or like our SDKs. */
export const vendorRequestKey = (headers: FastifyRequest['headers']): string | undefined =>
  bearer(headers) ?? /^(?:api_key\s+)?(fan_\S+)\s*$/i.exec(headers.authorization ?? '')?.[1]

/** The key, if it has our format and does not come from something in between. */
export const fanionKeyOf = (headers: FastifyRequest['headers']): string | undefined => {
  const key = vendorRequestKey(headers)
  return key?.startsWith('fan_') === true ? key : undefined
}

/** Authenticates a server key. Only servers may read rules. */
export async function rulesKey(services: ProgramServices, request: FastifyRequest): Promise<SdkKeyHolder> {
  const holder = await services.keyHolder(vendorRequestKey(request.headers))
  if (holder.kind === 'server') return holder
  const sentence = 'A client key cannot read rules. Use a server key (fan_srv_…) here.'
  throw new FanionError('auth/forbidden', { kind: holder.kind }, sentence)
}

/**
 * Authenticates a key for evaluations, from its allowed origins. A client key is charged one unit of work. `text`
 * replaces the key in the headers.
 */
export async function answersKey(
  services: ProgramServices,
  request: FastifyRequest,
  reply: FastifyReply,
  find: () => ReturnType<ProgramServices['keyHolder']> = () => services.keyHolder(vendorRequestKey(request.headers)),
): Promise<SdkKeyHolder> {
  const holder = await find()
  if (holder.kind === 'client') spendClient(services, services.proxies.networkOf(request.raw), holder, 1)
  void reply.headers(allowOrigin(holder, request.headers.origin))
  return holder
}
