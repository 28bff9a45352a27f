import { describe, expect, it, vi } from 'vitest'
import { holder, receipt, type SdkAppRequest, sdkApp } from '../../../../../tests/support/sdk-app.ts'
import { limits } from '../../../../shared/limits.ts'

const { app, ask, builds, gates, reports, tracked } = sdkApp()
const batch = {
  ...{ batch: '019a7d2e-6c11-7b6a-9c55-1f2f3f4f5f6f', sentAt: '2026-11-20T12:00:00.000Z', sdk: 'x', dropped: 0 },
  exposures: [],
  events: [],
}
const report = { instance: 'x', sdk: 'x', from: '2026-11-20T12:00:00.000Z', to: '2026-11-20T12:00:01.000Z', dropped: 0 }
const declared = (key: string) => ({ key, type: 'boolean', variants: null, default: false })
const build = { name: 'x', version: '1', runtime: 'x', flags: ['seen', 'hidden', 'constructor'].map(declared) }

describe('what programs and pages tell', () => {
  const behind = (way: string) => ({ headers: { 'fanion-relayed': way } })
  const pages: [name: string, asked: SdkAppRequest][] = [
    ['a client key', { key: 'fan_cli' }],
    ['a relay for a page', behind('client')],
  ]

  it('of units is kept by the way on which it came; a page sees what it may see', async () => {
    const told = async (asked: SdkAppRequest) => {
      reports.events.mockClear()
      expect((await ask('events', { ...asked, body: batch })).statusCode).toBe(202)
      const [sender] = reports.events.mock.calls[0] ?? []
      const { environmentId, via, sees } = sender as {
        environmentId: string
        via: string
        sees: (flag: string) => boolean
      }
      return [environmentId, via, ['seen', 'hidden', 'none', 'constructor'].filter(sees)]
    }
    const all = ['seen', 'hidden', 'none', 'constructor']
    expect(await told({})).toEqual(['e', 'server', all])
    for (const way of ['request', 'otlp']) expect(await told(behind(way))).toEqual(['e', way, all])
    expect(await told(behind('another'))).toEqual(['e', 'server', all])
    for (const [, asked] of pages) expect(await told(asked)).toEqual(['e', 'client', ['seen']])
    // The relay header is ignored for client keys.
    expect(await told({ key: 'fan_cli', ...behind('otlp') })).toEqual(['e', 'client', ['seen']])
    expect(tracked).toHaveBeenCalledWith(receipt)
  })

  it('of units costs a client key, and its address, each of its rows', async () => {
    const spies = [vi.spyOn(gates.rowsOfAddress, 'take'), vi.spyOn(gates.rowsOfKey, 'take')]
    const event = { unit: 'u', event: 'bought', at: batch.sentAt }
    const events = [event, event]
    const { statusCode } = await ask('events', { key: 'fan_cli', body: { ...batch, events } })
    expect(statusCode).toBe(202)
    expect(spies.map(({ mock }) => mock.calls.map(([, , rows]) => rows))).toEqual([[2], [2]])
    for (const asked of [{}, behind('client')]) await ask('events', { ...asked, body: { ...batch, events } })
    expect(spies.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    for (const spy of spies) spy.mockRestore()
  })

  const counts = [
    ['seen', 'on'],
    ['seen', null],
    ['seen', 'none'],
    ['seen', 'constructor'],
    ['hidden', 'on'],
    ['none', null],
    ['constructor', null],
  ].map(([flag, variant]) => ({ flag, variant, count: 1 }))
  const contexts = [{ targetingKey: 'u' }]

  it.each(pages)('by %s is counted of flags and variants that it may be given', async (_, asked) => {
    const { statusCode } = await ask('telemetry', {
      ...asked,
      body: { ...report, counts, contexts, batch: batch.batch },
    })
    expect(statusCode).toBe(202)
    const [teller, told] = reports.telemetry.mock.calls[0] ?? []
    expect(teller).toMatchObject({ kind: 'client', environmentId: 'e' })
    expect(told).toMatchObject({ counts: counts.slice(0, 2), contexts: [] })
    // Only relays send reports with a batch id, which are stored once.
    expect((told as { batch?: string }).batch).toBe(asked.key ? undefined : batch.batch)
  })

  it('by a server is counted whole, and names its build', async () => {
    const body = { ...report, counts, contexts, batch: batch.batch }
    const headers = { 'x-fanion-build': 'b'.repeat(64) }
    const answer = await ask('telemetry', { body, headers })
    expect([answer.statusCode, answer.headers['x-fanion-build']]).toEqual([202, 'unknown'])
    expect(reports.telemetry.mock.calls[0]?.[1]).toEqual(body)
    const client = await ask('telemetry', { body, headers, key: 'fan_cli' })
    expect(client.headers['x-fanion-build']).toBeUndefined()
  })

  it('of a build by a server is kept whole, remembered, and answered with what was found', async () => {
    const body = { ...build, attributes: ['plan'] }
    expect((await ask('build', { body })).json()).toEqual({ digest: 'd', findings: ['something'] })
    expect(reports.build).toHaveBeenCalledWith(holder('server'), body, body)
    expect(builds.remember).toHaveBeenCalledWith({ environmentId: 'e', kind: 'server', digest: 'd' })
  })

  it.each(pages)('of a build by %s is what it may be given, and answered with nothing of others', async (_, asked) => {
    const body = { ...build, attributes: ['plan'] }
    expect((await ask('build', { ...asked, body })).json()).toEqual({ digest: 'd', findings: [] })
    expect(reports.build.mock.calls[0]).toEqual([
      { ...holder(asked.key ? 'client' : 'server'), kind: 'client' },
      body,
      { ...build, flags: [declared('seen')], attributes: undefined },
    ])
    expect(builds.remember).not.toHaveBeenCalled()
  })
})

describe('what OpenTelemetry’s records say', () => {
  const record = (unit: string) => ({
    eventName: 'bought',
    attributes: [{ key: 'feature_flag.context.id', value: { stringValue: unit } }],
  })
  const send = async (...logRecords: object[]) => {
    const answer = await ask('otlp/v1/logs', { body: { resourceLogs: [{ scopeLogs: [{ logRecords }] }] } })
    return [answer.statusCode, answer.json()]
  }

  it('is kept as that of a server, and what is not kept is counted by its reason', async () => {
    expect(await send()).toEqual([200, {}])
    const not = (rejectedLogRecords: string, errorMessage: string) => [
      200,
      { partialSuccess: { rejectedLogRecords, errorMessage } },
    ]
    expect(await send(record('u'))).toEqual(not('3', 'undeclared: 3'))
    const many = Array.from({ length: limits.rowsPerBatch / 2 + 1 }, () => record('u'))
    expect(await send(...many.slice(1), record(''))).toEqual(not('4', 'unreadable: 1, undeclared: 3'))
    expect(await send(...many)).toEqual(not('6', 'undeclared: 6'))
    expect(reports.events.mock.calls[0]?.[0]).toMatchObject({ environmentId: 'e', via: 'otlp' })
    const [sender] = reports.events.mock.calls[0] ?? []
    expect((sender as { sees: (flag: string) => boolean }).sees('none')).toBe(true)
    expect(tracked).toHaveBeenCalledWith(receipt)
    reports.events.mockResolvedValueOnce({ accepted: 1, refused: [] })
    expect(await send(record('u'))).toEqual([200, {}])
  })

  it('is asked for as JSON', async () => {
    const headers = { authorization: 'Bearer fan_srv', 'content-type': 'application/x-protobuf' }
    const { statusCode } = await app.inject({ method: 'POST', url: '/sdk/v1/otlp/v1/logs', headers, payload: 'x' })
    expect(statusCode).toBe(400)
  })
})
