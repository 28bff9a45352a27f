import compress from '@fastify/compress'
import Fastify, { type InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import type { SdkKeyHolder } from '../../src/server/platform/auth/sdk-key-holder.ts'
import { mountDocuments } from '../../src/server/platform/http/documents/mount.ts'
import { Proxies } from '../../src/server/platform/http/proxies.ts'
import { createLimiters } from '../../src/server/platform/http/rate-limiter.ts'
import { mountSdk } from '../../src/server/platform/http/sdk/mount.ts'
import { toFanionError } from '../../src/server/platform/http/to-fanion-error.ts'
import { EnvironmentState } from '../../src/server/platform/live/environment-state.ts'
import { Hub } from '../../src/server/platform/live/hub.ts'
import { catalogue } from '../../src/shared/errors/catalogue.ts'
import { FanionError } from '../../src/shared/errors/fanion-error.ts'
import { aDatafile, aFlag } from './builders.ts'

/** The holder of a key of one kind. */
export const holder = (kind: SdkKeyHolder['kind']): SdkKeyHolder => ({
  ...{ keyId: kind, kind, allowedOrigins: [], project: 'p', environment: 'e', environmentId: 'e' },
})
const byText: Record<string, SdkKeyHolder> = { fan_srv: holder('server'), fan_cli: holder('client') }
/** A build that the server knows. */
export const knownBuild = 'a'.repeat(64)
/** The response to a batch of events. */
export const receipt = { accepted: 2, refused: [{ reason: 'undeclared' as const, count: 3 }] }
/** One flag that client keys can read, and one that they cannot. */
const flags = [aFlag('seen').with({ visibleToClients: true }), aFlag('hidden')]

export type SdkAppRequest = { key?: string; body?: object; headers?: Record<string, string> }

/**
 * The SDK endpoints over a server in memory. Records are cleared before each test, and everything ends with the file.
 */
export function sdkApp() {
  const gates = createLimiters({ requestsPerMinute: 1, streamsPerAddress: 1 })
  /** Records what is reported. */
  const reports = {
    telemetry: vi.fn<(...told: unknown[]) => Promise<object>>(async () => ({ accepted: 1, sampling: null })),
    events: vi.fn<(...told: unknown[]) => Promise<object>>(async () => receipt),
    build: vi.fn<(...told: unknown[]) => Promise<object>>(async () => ({ digest: 'd', findings: ['something'] })),
    comparisons: vi.fn<(...told: unknown[]) => Promise<object>>(async () => ({ accepted: 1, sampling: null })),
  }
  /** Builds of open streams. */
  const openBuilds: string[] = []
  const builds = {
    note: async ({ digest }: { digest: string }) => digest === knownBuild,
    remember: vi.fn<(build: unknown) => void>(),
    open: ({ digest }: { digest: string }) => {
      openBuilds.push(digest)
      return () => void openBuilds.splice(openBuilds.indexOf(digest), 1)
    },
  }
  /** The data source of the relay endpoint. */
  const relayed = {
    keys: vi.fn<(...asked: unknown[]) => Promise<object[]>>(async () => []),
    builds: vi.fn<(...asked: unknown[]) => Promise<string[]>>(async () => ['unknown']),
  }
  const tracked = vi.fn<(receipt: unknown) => void>()
  const hub = new Hub()
  const state = new EnvironmentState({ ...aDatafile(flags), revision: 7, digest: 'd' })
  const services = {
    states: { get: async () => state, isBehind: async (_: string, revision: number) => revision > 7 && revision < 100 },
    keyHolder: async (text = '') => byText[text] ?? Promise.reject(new FanionError('auth/token-invalid')),
    sign: () => 'signature',
    notes: {
      attributes: async () => ({ attributes: [] }),
      flags: async () => ({ flags: [] }),
      events: async () => ({ events: [] }),
    },
    proxies: new Proxies([]),
    config: { logLevel: 'silent' },
    log: { error: () => {} },
    metrics: { answered: () => {}, tracked },
    publicUrl: () => 'http://127.0.0.1',
    now: () => new Date(0),
    ...{ gates, hub, reports, builds, relayed },
  }
  const app = Fastify({ forceCloseConnections: true })
  let address: string
  /** The URL, once it listens. */
  const addressOf = (): string => address
  beforeAll(async () => {
    app.setErrorHandler((error, _, reply) => {
      const { code, details } = toFanionError(error)
      return reply.code(catalogue[code].status).send({ code, details })
    })
    await app.register(async (documents) => mountDocuments(documents, services as never))
    await app.register(async (others) => {
      await others.register(compress, { global: true, threshold: 1 })
      mountSdk(others, services as never)
    })
    address = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    hub.close()
    await app.close()
  })
  beforeEach(() => vi.clearAllMocks())
  /** Sends a request. With a body it is a POST. */
  const ask = (url: string, { key = 'fan_srv', body, headers = {} }: SdkAppRequest = {}) =>
    app.inject({
      ...{ method: body ? 'POST' : 'GET', url: `/sdk/v1/${url}` },
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body && { payload: body }),
    } satisfies InjectOptions)
  return {
    app,
    ask,
    addressOf,
    builds,
    gates,
    hub,
    openBuilds,
    relayed,
    reports,
    state,
    tracked,
  }
}
