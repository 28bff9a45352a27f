import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LogsRequest, readLogRecords } from '../../../src/server/features/usage/read-log-records.ts'
import { TrackBatch } from '../../../src/shared/features/usage/schemas/tracked.ts'
import { draws } from '../../support/seed.ts'
import { query, tracks, unitsIn, world } from './two-servers.ts'

const path = '/sdk/v1/otlp/v1/logs'
const post = (body: object | string, headers: Record<string, string> = {}) =>
  fetch(`${world.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...world.bearer, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const attributes = (said: Record<string, string | number>) =>
  Object.entries(said).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
  }))
const logs = (...records: object[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] })
const aRecord = (eventName: string, said: Record<string, string | number>) => ({
  ...{ eventName, timeUnixNano: `${Date.now()}000000`, attributes: attributes(said) },
})
const exposures = () =>
  query<{ via: number; arm: number }>(
    'select via, arm from exposure join run on run.id = exposure.run where number = 1 and via = 3 order by arm',
  )

describe('OpenTelemetry’s log records', () => {
  it('are exposures and events, as its own SDK sends them', async () => {
    const [on = '', off = ''] = [...unitsIn('on', 900).slice(-1), ...unitsIn('off', 900).slice(-1)]
    const before = await tracks()
    const exporter = new OTLPLogExporter({ url: `${world.url}${path}`, headers: world.bearer })
    const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] })
    const logger = provider.getLogger('shop')
    for (const [unit, variant] of [
      [on, 'on'],
      [off, 'off'],
    ] as const) {
      logger.emit({
        eventName: 'feature_flag.evaluation',
        attributes: {
          'feature_flag.key': 'checkout',
          'feature_flag.result.variant': variant,
          'feature_flag.context.id': unit,
          'feature_flag.version': 'run-1',
        },
      })
    }
    logger.emit({ eventName: 'purchase', attributes: { 'feature_flag.context.id': on, value: 49.9, plan: 'gold' } })
    logger.emit({ body: 'an ordinary line' })
    await provider.shutdown()
    expect(await exposures()).toEqual([
      { via: 3, arm: 0 },
      { via: 3, arm: 1 },
    ])
    expect(await tracks()).toBe(before + 1)
  })

  it('are kept once, however often a body is sent', async () => {
    const before = await tracks()
    const body = logs(aRecord('purchase', { 'feature_flag.context.id': 'eva', value: 1 }))
    for (let n = 0; n < 3; n += 1) {
      const answer = await post(body)
      expect([answer.status, await answer.json()]).toEqual([200, {}])
    }
    expect(await tracks()).toBe(before + 1)
  })

  it('are counted where they are not kept, with the reason', async () => {
    const given = 'feature_flag.context.id'
    const answer = await post(
      logs(
        aRecord('purchase', { [given]: 'eva', value: 5_000 }),
        aRecord('purchase', { [given]: 'eva', value: 1, colour: 'red' }),
        aRecord('unheard', { [given]: 'eva' }),
        aRecord('purchase', { value: 1 }),
        aRecord('feature_flag.evaluation', { [given]: 'eva', 'feature_flag.version': 'run-1' }),
        aRecord('feature_flag.evaluation', { [given]: 'eva', 'feature_flag.result.variant': 'on' }),
      ),
    )
    expect(answer.status).toBe(200)
    const { partialSuccess } = (await answer.json()) as {
      partialSuccess: { rejectedLogRecords: string; errorMessage: string }
    }
    expect(partialSuccess.rejectedLogRecords).toBe('5')
    for (const reason of ['value: 1', 'property: 1', 'undeclared: 1', 'unreadable: 2'])
      expect(partialSuccess.errorMessage).toContain(reason)
  })

  it('are asked for as JSON where they come as protobuf, and refused to pages', async () => {
    const answer = await post('\u0001', { 'content-type': 'application/x-protobuf' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('encoding: json')
    expect((await post({}, { authorization: `Bearer ${world.clientKey.text}` })).status).toBe(403)
  })

  it('never become what a batch may not be', () => {
    const anAttribute = fc.record({
      key: fc.oneof(
        fc.constantFrom('value', 'plan', 'event.name', 'feature_flag.context.id', 'feature_flag.version'),
        fc.string(),
      ),
      value: fc.oneof(
        fc.record({ stringValue: fc.oneof(fc.constantFrom('run-1', 'on', 'purchase'), fc.string({ maxLength: 400 })) }),
        fc.record({ intValue: fc.oneof(fc.bigInt().map(String), fc.integer()) }),
        fc.record({ doubleValue: fc.oneof(fc.double(), fc.constantFrom('NaN', 'Infinity', '-Infinity')) }),
        fc.record({ boolValue: fc.boolean() }),
        fc.constant({}),
      ),
    })
    const aLogRecord = fc.record({
      eventName: fc.option(fc.oneof(fc.constantFrom('feature_flag.evaluation', 'purchase'), fc.string()), {
        nil: undefined,
      }),
      timeUnixNano: fc.option(fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }).map(String), fc.nat()), {
        nil: undefined,
      }),
      attributes: fc.array(anAttribute, { maxLength: 6 }),
    })
    fc.assert(
      fc.property(fc.array(aLogRecord, { maxLength: 20 }), (records) => {
        const body = JSON.stringify(logs(...records))
        const read = LogsRequest.safeParse(JSON.parse(body))
        if (!read.success) return
        const { batches } = readLogRecords(read.data, body, new Date())
        for (const batch of batches) expect(TrackBatch.safeParse(batch)).toMatchObject({ success: true })
      }),
      { numRuns: draws(300) },
    )
  })
})
