import type { FastifyRequest } from 'fastify'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { bearer } from '../bearer.ts'
import type { ProgramServices } from '../services.ts'

/** The holder of the server key a request comes with; a client key may not read rules and is refused. */
export async function serverKey(services: ProgramServices, request: FastifyRequest): Promise<SdkKeyHolder> {
  const holder = await services.keyHolder(bearer(request.headers))
  if (holder.kind === 'server') return holder
  const sentence = 'A client key cannot read rules. Use a server key (fan_srv_…) here.'
  throw new FanionError('auth/forbidden', { kind: holder.kind }, sentence)
}
