import type { FastifyRequest } from 'fastify'
import type { SdkKeyHolder } from '../../platform/auth/sdk-key-holder.ts'
import type { ProgramServices } from '../../platform/http/services.ts'
import type { MaybePromise } from '../../platform/kernel/maybe-promise.ts'
import { fanionKeyOf } from '../protocols/key.ts'

/** The public id of a server key in the URL, if the request has no key of ours. */
const nameOf = ({ params, headers }: FastifyRequest): string | undefined => {
  const { name } = params as { name?: string }
  return name !== undefined && /^[0-9a-f]{24}$/.test(name) && fanionKeyOf(headers) === undefined ? name : undefined
}

/** Resolves the key id that GrowthBook's SDKs put into the URL as their client key. Null if it is an arbitrary name. */
export const namedConnection = (
  services: ProgramServices,
  request: FastifyRequest,
): MaybePromise<SdkKeyHolder> | null => {
  const name = nameOf(request)
  return name === undefined ? null : services.publicKeyHolder(name, 'server')
}

/** The base64 key that encrypts the payload, because a key id in the URL gives no access by itself. */
export const encryptionKey = (
  services: ProgramServices,
  request: FastifyRequest,
  { keyId }: SdkKeyHolder,
): string | undefined => (nameOf(request) === undefined ? undefined : services.payloadKey(keyId))
