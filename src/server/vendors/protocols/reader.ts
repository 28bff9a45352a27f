import type { FastifyRequest } from 'fastify'
import type { SdkKeyHolder } from '../../platform/auth/sdk-key-holder.ts'
import type { ProgramServices } from '../../platform/http/services.ts'

export type ReaderFormat =
  | 'unleash'
  | 'unleash-frontend'
  | 'launchdarkly'
  | 'launchdarkly-client'
  | 'flagd'
  | 'growthbook'
  | 'growthbook-client'

/** Records which application reads an environment, in which format and with which SDK. */
export function recordReader(
  services: ProgramServices,
  { environmentId, keyId }: SdkKeyHolder,
  format: ReaderFormat,
  { headers }: Pick<FastifyRequest, 'headers'>,
  body?: unknown,
): void {
  const told = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {}
  const [app, sdk] = [
    told['appName'] ?? headers['unleash-appname'] ?? headers['x-launchdarkly-tags'],
    told['sdkVersion'] ?? headers['unleash-sdk'] ?? headers['x-launchdarkly-user-agent'] ?? headers['user-agent'],
  ].map((text) => (typeof text === 'string' ? text.slice(0, 100) : ''))
  services.readers.note({ environmentId, keyId, format, sdk: sdk ?? '', app: app ?? '' })
}
