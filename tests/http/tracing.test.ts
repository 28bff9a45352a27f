import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { relayProgram, startProcess } from '../support/process.ts'
import { aReceiver, type Message } from '../support/receiver.ts'
import { openStream } from '../support/stream.ts'
import { fillHttpWorld, until } from './world.ts'

/** A span or log line in OTLP format, with its attributes by name. */
type Told = {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly said: Readonly<Record<string, unknown>>
  readonly body?: { readonly stringValue: string }
  readonly status?: { readonly code?: number }
}

const parent = '1af7651916cd43dd8448eb211c80319c'
const between = (traceId: string) => ({ traceparent: `00-${traceId}-b7ad6b7169203331-01` })

describe('what OpenTelemetry is told', () => {
  let heard: Message[]
  let text: string
  let output: string
  let secrets: string[]
  let spans: Told[]
  let lines: Told[]
  let refusal: { error: { requestId: string } }

  beforeAll(async () => {
    const receiver = await aReceiver()
    heard = receiver.heard
    const { url: databaseUrl } = await testDatabase(1)
    const collector = {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.base,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_BLRP_SCHEDULE_DELAY: '100',
    }
    const server = startProcess({
      ...{ ...collector, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_SERVICE_NAME: 'flags-of-harbor' },
      ...{ OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' },
      ...{ DATABASE_URL: databaseUrl, FANION_SECRET: 'of-the-server', FANION_TRUST_PROXY: '1', LOG_LEVEL: 'info' },
    })
    const url = await server.ready
    const { owner, serverKey, clientKey, bearer, turn, project } = await fillHttpWorld({ url })
    await turn(false)
    ;(await openStream(`${url}/sdk/v1/stream`, bearer)).close()
    await fetch(`${url}/ofrep/v1/evaluate/flags/checkout`, {
      method: 'POST',
      headers: { 'x-api-key': clientKey.text, ...between(parent), 'x-request-id': 'of-the-proxy-1' },
      body: '{"context":{"targetingKey":"person@example.com"}}',
    })
    const refused = await fetch(`${url}/sdk/v1/datafile?key=person@example.com`)
    refusal = await refused.json()
    await fetch(`${url}/invite/token-of-a-link`)
    const relay = startProcess(
      {
        ...collector,
        ...{ FANION_UPSTREAM: url, FANION_RELAY_KEYS: serverKey.text, FANION_DATA_DIR: await aFolder('relay') },
      },
      [relayProgram, 'relay'],
    )
    await fetch(`${await relay.ready}/sdk/v1/datafile`, { headers: bearer })
    relay.kill('SIGTERM')
    await relay.exited
    server.kill('SIGTERM')
    await server.exited
    output = server.output()
    secrets = [
      serverKey.text,
      clientKey.text,
      owner.credentials.password,
      owner.credentials.email,
      'person@example.com',
    ]
    secrets.push('token-of-a-link', project.toUpperCase())
    const json = heard.filter(({ headers }) => headers['content-type'] === 'application/json')
    text = json.map(({ body }) => body).join('\n')
    const told = (path: string, list: string, scope: string, items: string) =>
      json
        .filter((message) => message.path === path)
        .flatMap(({ body }) => JSON.parse(body)[list])
        .flatMap((one) => one[scope])
        .flatMap((one) => one[items])
        .map((one) => ({ ...one, said: saidIn(one.attributes) }))
    spans = told('/v1/traces', 'resourceSpans', 'scopeSpans', 'spans')
    lines = told('/v1/logs', 'resourceLogs', 'scopeLogs', 'logRecords')
  })

  const saidIn = (attributes: { key: string; value: Record<string, unknown> }[]) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
  const named = (name: string) => spans.filter((span) => span.name === name)

  it('are spans of requests, by their routes, below the proxy’s', () => {
    const [span, ...more] = spans.filter(
      ({ traceId, parentSpanId }) => traceId === parent && parentSpanId === 'b7ad6b7169203331',
    )
    expect(more).toEqual([])
    expect(span).toMatchObject({
      name: 'POST /ofrep/v1/evaluate/flags/*',
      kind: 2,
      said: { 'http.request.method': 'POST', 'http.response.status_code': 404 },
    })
    expect(Object.values(Object(span?.said['http.request.header.x-request-id'])).flat()).toEqual([
      { stringValue: 'of-the-proxy-1' },
    ])
  })

  it('call a request by the id of its trace, in errors and in the log', () => {
    expect(refusal.error.requestId).toMatch(/^[0-9a-f]{32}$/)
    expect(spans.find(({ traceId }) => traceId === refusal.error.requestId)).toMatchObject({
      name: 'GET /sdk/v1/datafile',
      said: { 'http.response.status_code': 401 },
    })
    const written = (output.match(/^\{.*"message":"request".*\}$/gm) ?? []).map((line) => JSON.parse(line))
    expect(written.length).toBeGreaterThan(5)
    for (const line of written)
      expect(line).toMatchObject({ trace_id: line.requestId, span_id: expect.stringMatching(/^\w{16}$/) })
  })

  it('are a publish and its statements, below the call that made it', () => {
    const publish = named('publish').find(({ said }) => Number(said['fanion.revision']) > 1)
    const call = spans.find(({ spanId }) => spanId === publish?.parentSpanId)
    expect(call?.name).toBe('flags.switch')
    expect(spans.find(({ spanId }) => spanId === call?.parentSpanId)?.name).toBe('POST /trpc/:path')
    const below = spans.filter(({ parentSpanId }) => parentSpanId === publish?.spanId)
    expect(below.length).toBeGreaterThan(1)
    for (const { name, said } of below) {
      const { 'db.operation.name': operation, 'db.collection.name': table, 'db.system.name': system, ...more } = said
      expect([name, system, more]).toEqual([[operation, table].filter(Boolean).join(' '), 'postgresql', {}])
    }
  })

  it('are what the server does by itself, and no look at which nothing was due', () => {
    expect(named('conflicts').length).toBeGreaterThan(0)
    expect(spans.filter(({ kind, parentSpanId }) => kind === 3 && !parentSpanId)).toEqual([])
  })

  it('are lines of the log, with their traces', () => {
    const line = lines.find(({ traceId, body }) => traceId === parent && body?.stringValue === 'request')
    expect(line).toMatchObject({ severityText: 'info', said: { status: 404, method: 'POST', requestId: parent } })
  })

  it('come from the service that the operator named, in their format', () => {
    expect(text).toContain('flags-of-harbor')
    expect(text).toContain('deployment.environment.name')
    const packed = heard.filter(({ headers }) => headers['content-type'] === 'application/x-protobuf')
    expect(packed.map(({ path }) => path)).toContain('/v1/traces')
    expect(packed.map(({ body }) => body).join()).toContain('fanion-relay')
  })

  it('has no key, no password, no address of a person, no link and no context of anybody', () => {
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(5)
      expect(text).not.toContain(secret)
    }
  })
})

describe('a collector that is away', () => {
  it('is told of once, and holds nothing up', async () => {
    const receiver = await aReceiver()
    receiver.answers['/v1/traces'] = 401
    const { url: databaseUrl } = await testDatabase(1)
    const server = startProcess({
      ...{ DATABASE_URL: databaseUrl, FANION_SECRET: 'of-the-server', FANION_DATA_DIR: await aFolder('data') },
      ...{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.base}/v1/traces`, OTEL_BSP_SCHEDULE_DELAY: '50' },
    })
    const url = await server.ready
    const seen = () => receiver.heard.length
    for (const times of [1, 2, 3]) {
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
      await until(() => seen() >= times, 'spans sent')
    }
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    expect(server.output().match(/traces can’t be sent to the OpenTelemetry collector now/g)).toHaveLength(1)
  })
})
