import type { FastifyRequest } from 'fastify'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { bearer } from '../bearer.ts'
import type { ProgramServices } from '../services.ts'

/** Authenticates the server key of a request. Client keys are rejected because they must not read rules. */
export async function serverKey(services: ProgramServices, request: FastifyRequest): Promise<SdkKeyHolder> {
  const holder = await services.keyHolder(bearer(request.headers))
  if (holder.kind === 'server') return holder
  const sentence = 'A client key cannot read rules. Use a server key (fan_srv_…) here.'
  throw new FanionError('auth/forbidden', { kind: holder.kind }, sentence)
}
