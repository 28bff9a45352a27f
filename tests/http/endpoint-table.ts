import { version } from '../../src/shared/version.ts'

export const kinds = [
  'nothing',
  'session of an owner',
  'session of a member',
  'personal token',
  'service token',
  'server key',
  'client key',
  'revoked key',
  'expired key',
  'no key of ours',
] as const
export type Kind = (typeof kinds)[number]
type Statuses = Record<Kind, number>

/** The same status for all kinds of callers, with exceptions. */
const all = (status: number, but: Partial<Statuses> = {}): Statuses => ({
  ...(Object.fromEntries(kinds.map((kind) => [kind, status])) as Statuses), // every kind has its status
  ...but,
})
export const forServers = all(401, { 'server key': 200, 'client key': 403 })

export type Endpoint = { method?: 'POST' | 'REPORT'; path: string; body?: object; answers: Statuses }

/** The minimal body from another vendor's SDK. */
const told = { kind: 'none' }
const forForeign = all(401, { 'server key': 202, 'client key': 403 })
const forBoth = (status: number) => all(401, { 'server key': status, 'client key': status })
/** A public id that does not exist. */
export const nobody = '0'.repeat(24)
export const encoded = Buffer.from('{"kind":"user","key":"u"}').toString('base64url')
const post = (path: string, answers: Statuses): Endpoint => ({ method: 'POST', path, body: told, answers })
const asking = (path: string, answers: Statuses): Endpoint => ({
  ...{ method: 'REPORT', path, answers },
  body: { kind: 'user', key: 'u' },
})

const report = { instance: 'x', sdk: 'x', from: '2026-11-20T12:00:00.000Z', to: '2026-11-20T12:00:01.000Z' }
export const context = { context: { targetingKey: 'u' } }

/** Every path outside the management API, by its row in the specification, with the status for each kind of key. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  '/sdk/v1/datafile': { path: '/sdk/v1/datafile', answers: forServers },
  '/sdk/v1/stream': { path: '/sdk/v1/stream', answers: forServers },
  '/sdk/v1/attributes': { path: '/sdk/v1/attributes', answers: forServers },
  '/sdk/v1/flags': { path: '/sdk/v1/flags', answers: forServers },
  '/sdk/v1/events': {
    method: 'POST',
    path: '/sdk/v1/events',
    body: {
      batch: '019a7d2e-6c11-7b6a-9c55-1f2f3f4f5f6f',
      sentAt: '2026-11-20T12:00:00.000Z',
      sdk: 'x',
      dropped: 0,
      exposures: [],
      events: [],
    },
    answers: all(401, { 'server key': 202, 'client key': 202 }),
  },
  '/sdk/v1/telemetry': {
    method: 'POST',
    path: '/sdk/v1/telemetry',
    body: { ...report, counts: [], dropped: 0 },
    answers: all(401, { 'server key': 202, 'client key': 202 }),
  },
  '/sdk/v1/relay': {
    method: 'POST',
    path: '/sdk/v1/relay',
    body: { relay: '019a7d2e-6c11-7b6a-9c55-1f2f3f4f5f6f', keys: [] },
    answers: forServers,
  },
  '/sdk/v1/build': {
    method: 'POST',
    path: '/sdk/v1/build',
    body: { name: 'x', version: '1', runtime: 'x', flags: [] },
    answers: all(401, { 'server key': 202, 'client key': 202 }),
  },
  '/sdk/v1/comparisons': {
    method: 'POST',
    path: '/sdk/v1/comparisons',
    body: { source: 'x', from: report.from, to: report.to, flags: {} },
    answers: { ...forServers, 'server key': 202 },
  },
  '/sdk/v1/otlp/v1/logs': { method: 'POST', path: '/sdk/v1/otlp/v1/logs', body: {}, answers: forServers },
  '/ofrep/v1/evaluate/flags': {
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags',
    body: context,
    answers: all(401, { 'server key': 200, 'client key': 200 }),
  },
  '/ofrep/v1/evaluate/flags/{key}': {
    method: 'POST',
    path: '/ofrep/v1/evaluate/flags/checkout',
    body: context,
    // The flag is not visible to client keys, so it must look like a missing flag.
    answers: all(401, { 'server key': 200, 'client key': 404 }),
  },
  // Requires a ticket, and accepts no key instead.
  '/ofrep/v1/stream': { path: '/ofrep/v1/stream', answers: all(401) },
  '/unleash/api/client/features': { path: '/unleash/api/client/features', answers: forServers },
  '/unleash/api/client/delta': { path: '/unleash/api/client/delta', answers: forServers },
  '/unleash/api/client/streaming': { path: '/unleash/api/client/streaming', answers: forServers },
  '/unleash/api/client/register': post('/unleash/api/client/register', forForeign),
  '/unleash/api/client/metrics': post('/unleash/api/client/metrics', forForeign),
  '/unleash/api/frontend': { path: '/unleash/api/frontend', answers: forBoth(200) },
  '/unleash/api/frontend/client/register': post('/unleash/api/frontend/client/register', forBoth(202)),
  '/unleash/api/frontend/client/metrics': post('/unleash/api/frontend/client/metrics', forBoth(202)),
  '/launchdarkly/all': { path: '/launchdarkly/all', answers: forServers },
  '/launchdarkly/sdk/latest-all': { path: '/launchdarkly/sdk/latest-all', answers: forServers },
  '/launchdarkly/sdk/flags/{key}': { path: '/launchdarkly/sdk/flags/checkout', answers: forServers },
  '/launchdarkly/sdk/segments/{key}': {
    path: '/launchdarkly/sdk/segments/none',
    answers: all(401, { 'server key': 404, 'client key': 403 }),
  },
  // The id in the path identifies the caller, and no key replaces it.
  '/launchdarkly/sdk/evalx/{id}/contexts/{context}': {
    path: `/launchdarkly/sdk/evalx/${nobody}/contexts/${encoded}`,
    answers: all(401),
  },
  '/launchdarkly/sdk/evalx/{id}/users/{context}': {
    path: `/launchdarkly/sdk/evalx/${nobody}/users/${encoded}`,
    answers: all(401),
  },
  '/launchdarkly/sdk/evalx/{id}/context': asking(`/launchdarkly/sdk/evalx/${nobody}/context`, all(401)),
  '/launchdarkly/sdk/evalx/{id}/contexts': asking(`/launchdarkly/sdk/evalx/${nobody}/contexts`, all(401)),
  '/launchdarkly/sdk/evalx/{id}/user': asking(`/launchdarkly/sdk/evalx/${nobody}/user`, all(401)),
  '/launchdarkly/sdk/evalx/{id}/users': asking(`/launchdarkly/sdk/evalx/${nobody}/users`, all(401)),
  '/launchdarkly/msdk/evalx/users/{context}': {
    path: `/launchdarkly/msdk/evalx/users/${encoded}`,
    answers: forBoth(200),
  },
  '/launchdarkly/msdk/evalx/context': asking('/launchdarkly/msdk/evalx/context', forBoth(200)),
  '/launchdarkly/msdk/evalx/contexts': asking('/launchdarkly/msdk/evalx/contexts', forBoth(200)),
  '/launchdarkly/msdk/evalx/user': asking('/launchdarkly/msdk/evalx/user', forBoth(200)),
  '/launchdarkly/msdk/evalx/users': asking('/launchdarkly/msdk/evalx/users', forBoth(200)),
  '/launchdarkly/eval/{id}': asking(`/launchdarkly/eval/${nobody}`, all(401)),
  '/launchdarkly/meval': asking('/launchdarkly/meval', forBoth(200)),
  '/launchdarkly/msdk/evalx/contexts/{context}': {
    path: `/launchdarkly/msdk/evalx/contexts/${encoded}`,
    answers: forBoth(200),
  },
  '/launchdarkly/eval/{id}/{context}': { path: `/launchdarkly/eval/${nobody}/${encoded}`, answers: all(401) },
  '/launchdarkly/ping/{id}': { path: `/launchdarkly/ping/${nobody}`, answers: all(401) },
  '/launchdarkly/meval/{context}': { path: `/launchdarkly/meval/${encoded}`, answers: forBoth(200) },
  '/launchdarkly/mping': { path: '/launchdarkly/mping', answers: forBoth(200) },
  '/launchdarkly/bulk': post('/launchdarkly/bulk', forForeign),
  '/launchdarkly/diagnostic': post('/launchdarkly/diagnostic', forForeign),
  '/launchdarkly/events/bulk/{id}': post(`/launchdarkly/events/bulk/${nobody}`, all(401)),
  '/launchdarkly/events/diagnostic/{id}': post(`/launchdarkly/events/diagnostic/${nobody}`, all(401)),
  '/launchdarkly/mobile': post('/launchdarkly/mobile', forBoth(202)),
  '/launchdarkly/mobile/events': post('/launchdarkly/mobile/events', forBoth(202)),
  '/launchdarkly/mobile/events/bulk': post('/launchdarkly/mobile/events/bulk', forBoth(202)),
  '/launchdarkly/mobile/events/diagnostic': post('/launchdarkly/mobile/events/diagnostic', forBoth(202)),
  '/launchdarkly/sdk/goals/{id}': { path: `/launchdarkly/sdk/goals/${nobody}`, answers: all(401) },
  '/launchdarkly/a/{file}': { path: `/launchdarkly/a/${nobody}.gif`, answers: all(401) },
  '/flagd/v1/flags': { path: '/flagd/v1/flags', answers: forServers },
  '/growthbook/api/features/{name}': { path: '/growthbook/api/features/any', answers: forServers },
  '/growthbook/sub/{name}': { path: '/growthbook/sub/any', answers: forServers },
  '/growthbook/api/eval/{id}': {
    method: 'POST',
    path: `/growthbook/api/eval/${nobody}`,
    body: { attributes: {} },
    answers: forBoth(200),
  },
  '/audit/export': {
    path: '/audit/export',
    answers: all(401, {
      'session of an owner': 200,
      'personal token': 200,
      'session of a member': 403,
      'service token': 403,
    }),
  },
  '/import/v1/bundles': {
    method: 'POST',
    path: '/import/v1/bundles?project=nowhere',
    body: { format: 1, parts: {} },
    // Authenticated callers learn that the project does not exist. Permissions of owners are tested with existing
    // projects.
    answers: all(401, {
      'session of an owner': 404,
      'session of a member': 404,
      'personal token': 404,
      'service token': 404,
    }),
  },
  // Public: the same response for everyone.
  '/auth/sso/{provider}': { path: '/auth/sso/none', answers: all(302) },
  '/auth/callback': { path: '/auth/callback?code=x&state=y', answers: all(302) },
  '/healthz': { path: '/healthz', answers: all(200) },
  '/readyz': { path: '/readyz', answers: all(200) },
  '/readyz/changes': { path: '/readyz/changes', answers: all(200) },
  '/metrics': { path: '/metrics', answers: all(200) },
  '/npm/*': { path: '/npm/@fanion%2fsdk', answers: all(200) },
  '/sdk/{file}': { path: `/sdk/fanion-sdk-${version}.tgz`, answers: all(200) },
  // Without a token the caller is anonymous, even with a session.
  '/api/v1/{noun}/{verb}': {
    path: '/api/v1/projects/list',
    answers: all(401, { 'personal token': 200, 'service token': 200 }),
  },
  '/api/v1/openapi.json': { path: '/api/v1/openapi.json', answers: all(200) },
  '/api/docs': { path: '/api/docs', answers: all(200) },
  '/docs': { path: '/docs/', answers: all(200) },
  '/mcp': {
    method: 'POST',
    path: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    answers: all(401, { 'personal token': 200, 'service token': 200 }),
  },
  '/trpc': {
    path: '/trpc/projects.list',
    answers: all(401, {
      'session of an owner': 200,
      'session of a member': 200,
      'personal token': 200,
      'service token': 200,
    }),
  },
}
