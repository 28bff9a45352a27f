import type { FastifyRequest } from 'fastify'
import type { SdkKeyHolder } from '../../platform/auth/sdk-key-holder.ts'
import type { ProgramServices } from '../../platform/http/services.ts'
import type { Soon } from '../../platform/kernel/soon.ts'
import { ownKey } from '../protocols/key.ts'

/** The public id of a server key in the address, where no key of ours comes with the request. */
const nameOf = ({ params, headers }: FastifyRequest): string | undefined => {
  const { name } = params as { name?: string }
  return name !== undefined && /^[0-9a-f]{24}$/.test(name) && ownKey(headers) === undefined ? name : undefined
}

/** Whom the address names, as GrowthBook's SDKs put a client key into it; null where it is only a word. */
export const namedConnection = (services: ProgramServices, request: FastifyRequest): Soon<SdkKeyHolder> | null => {
  const name = nameOf(request)
  return name === undefined ? null : services.publicKeyHolder(name, 'server')
}

/** What the payload is encrypted with, in base64: a name in an address opens nothing by itself. */
export const encryptionKey = (
  services: ProgramServices,
  request: FastifyRequest,
  { keyId }: SdkKeyHolder,
): string | undefined => (nameOf(request) === undefined ? undefined : services.payloadKey(keyId))
