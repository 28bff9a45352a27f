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

/** Whoever asks with a key of a kind. */
export const holder = (kind: SdkKeyHolder['kind']): SdkKeyHolder => ({
  ...{ keyId: kind, kind, allowedOrigins: [], project: 'p', environment: 'e', environmentId: 'e' },
})
const byText: Record<string, SdkKeyHolder> = { fan_srv: holder('server'), fan_cli: holder('client') }
/** A build that every server knows. */
export const knownBuild = 'a'.repeat(64)
/** What is said of a batch of events. */
export const receipt = { accepted: 2, refused: [{ reason: 'undeclared' as const, count: 3 }] }
/** One that pages may see, and one that they may not. */
const flags = [aFlag('seen').with({ visibleToClients: true }), aFlag('hidden')]

export type Asked = { key?: string; body?: object; headers?: Record<string, string> }

/** The addresses of programs over a server in memory; what they keep is forgotten before each test, and all of it ends with the file. */
export function sdkApp() {
  const gates = createLimiters({ requestsPerMinute: 1, streamsPerAddress: 1 })
  /** What is kept of what is told. */
  const reports = {
    telemetry: vi.fn<(...told: unknown[]) => Promise<object>>(async () => ({ accepted: 1, sampling: null })),
    events: vi.fn<(...told: unknown[]) => Promise<object>>(async () => receipt),
    build: vi.fn<(...told: unknown[]) => Promise<object>>(async () => ({ digest: 'd', findings: ['something'] })),
    comparisons: vi.fn<(...told: unknown[]) => Promise<object>>(async () => ({ accepted: 1, sampling: null })),
  }
  /** The builds of streams that are open. */
  const openBuilds: string[] = []
  const builds = {
    note: async ({ digest }: { digest: string }) => digest === knownBuild,
    remember: vi.fn<(build: unknown) => void>(),
    open: ({ digest }: { digest: string }) => {
      openBuilds.push(digest)
      return () => void openBuilds.splice(openBuilds.indexOf(digest), 1)
    },
  }
  /** What a relay is told of. */
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
  /** Where it listens, once it does. */
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
  /** Asks one; with a body it is told something. */
  const ask = (url: string, { key = 'fan_srv', body, headers = {} }: Asked = {}) =>
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
