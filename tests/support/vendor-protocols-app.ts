import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import type { SdkKeyHolder } from '../../src/server/platform/auth/sdk-key-holder.ts'
import { mountDocuments } from '../../src/server/platform/http/documents/mount.ts'
import { Proxies } from '../../src/server/platform/http/proxies.ts'
import { createLimiters } from '../../src/server/platform/http/rate-limiter.ts'
import { toFanionError } from '../../src/server/platform/http/to-fanion-error.ts'
import { EnvironmentState } from '../../src/server/platform/live/environment-state.ts'
import { Hub } from '../../src/server/platform/live/hub.ts'
import { VendorFormatReaders } from '../../src/server/platform/live/vendor-format-readers.ts'
import { mountVendorProtocols } from '../../src/server/vendors/protocols/mount.ts'
import { catalogue } from '../../src/shared/errors/catalogue.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { aDatafile, aFlag, aFlagOf, where } from './builders.ts'

const holder = (kind: SdkKeyHolder['kind']): SdkKeyHolder => ({
  ...{ keyId: kind, kind, allowedOrigins: [], project: 'p', environment: 'e', environmentId: 'e' },
})
const flags = [
  aFlag('beta')
    .rule(where('plan', 'is', 'pro'), 'on')
    .with({ visibleToClients: true }),
  aFlag('hidden').serving('on'),
  aFlag('needs').serving('on').requiring('beta', 'on').with({ visibleToClients: true }),
  aFlag('never').serving('on').switchedOff().with({ visibleToClients: true }),
  aFlagOf('string', { red: 'r', blue: 'b' }, 'colour').serving('blue').with({ visibleToClients: true }),
]
const byText: Record<string, SdkKeyHolder> = { fan_srv: holder('server'), fan_cli: holder('client') }

/** The headers of a server key and of a client key. */
export const server = { authorization: 'fan_srv' }
export const client = { authorization: 'fan_cli' }
/** The key that encrypts payloads of the server key. */
export const payloadKey: string = Buffer.alloc(16, 1).toString('base64')
/** Encodes a context for a URL. */
export const encoded = (context: object): string => Buffer.from(JSON.stringify(context)).toString('base64url')
export const stateOf = (all: readonly FlagDocument[]): EnvironmentState =>
  new EnvironmentState({ ...aDatafile([...all]), revision: 6 })

/** The endpoints for other vendors' SDKs over an environment in memory, reset before each test. */
export function vendorProtocolsApp() {
  const app = Fastify({ forceCloseConnections: true })
  const gates = createLimiters({ requestsPerMinute: 1, streamsPerAddress: 1 })
  const now = () => new Date(0)
  const world = { state: stateOf(flags) }
  const services = {
    states: { get: async () => world.state },
    keyHolder: async (text = '') => byText[text] ?? Promise.reject(new Error('no key')),
    publicKeyHolder: async (_: string, kind: SdkKeyHolder['kind'] = 'client') => holder(kind),
    payloadKey: () => payloadKey,
    reports: { counts: vi.fn<(holder: object, counts: readonly object[]) => Promise<void>>(async () => undefined) },
    readers: new VendorFormatReaders(now),
    proxies: new Proxies([]),
    overBudget: { note: () => {} },
    config: { logLevel: 'error' },
    metrics: { answered: () => {} },
    publicUrl: () => 'http://127.0.0.1',
    now,
    hub: new Hub(),
    gates,
  }
  beforeAll(async () => {
    app.setErrorHandler((error, _, reply) => {
      const { code } = toFanionError(error)
      return reply.code(catalogue[code].status).send({ code })
    })
    // These endpoints use only these services.
    await app.register((documents) => mountDocuments(documents, services as never))
    await mountVendorProtocols(app, services as never)
  })
  afterAll(() => app.close())
  beforeEach(() => {
    services.readers = new VendorFormatReaders(now)
    services.reports.counts.mockClear()
    world.state = stateOf(flags)
  })
  const get = (url: string, headers: Record<string, string> = server) => app.inject({ url, headers })
  return { app, services, gates, world, get }
}
