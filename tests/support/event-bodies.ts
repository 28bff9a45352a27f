import { collect } from '../../src/shared/datafile/problems.ts'
import { checkStorable } from '../../src/shared/datafile/storable.ts'
import { TrackBatch } from '../../src/shared/features/usage/schemas/tracked.ts'
import { limits } from '../../src/shared/limits.ts'
import { seeded } from './exposing-application.ts'

/** A request body for the event intake, with the expected result. */
export type EventBody = {
  readonly path: '/sdk/v1/events' | '/sdk/v1/otlp/v1/logs'
  readonly text: string
  /** Whether the batch must be accepted. All others must be rejected. */
  readonly isSound: boolean
  /** The id and number of rows of a valid batch. */
  readonly batch: { readonly id: string; readonly rows: number } | null
}

/**
 * Values that no SDK would send: wrong types, extreme sizes, unusual formats, and values that break databases and
 * parsers.
 */
const hostile: readonly unknown[] = [
  ...[null, true, false, 0, -1, -0, 1.5, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 63],
  ...['', ' ', '0', '\u0000', 'a\u0000b', '\ud800', '\udfff x', '🚩'.repeat(200), 'x'.repeat(600), 'x'.repeat(5_000)],
  ...['__proto__', 'constructor', 'toString', "'; drop table track; --", '{{7*7}}', '\r\nX: 1', 'null', 'NaN'],
  ...[
    '2026-11-20',
    '275760-09-13T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '0000-01-01T00:00:00Z',
    '1970-01-01T00:00:00.000Z',
  ],
  ...['2026-02-30T00:00:00Z', '2026-11-20T24:00:00Z', '2026-11-20T12:00:00+05:00', '2016-12-31T23:59:60Z'],
  ...[[], {}, [[]], [{}], { toString: 1 }, { length: 3 }],
]
const names = ['batch', 'sentAt', 'sdk', 'build', 'dropped', 'exposures', 'events', 'event', 'unit', 'also', 'at']
const keys = [...names, 'value', 'properties', 'run', 'variant', 'by', '__proto__', 'constructor', 'plan', 'n', 'x', '']

/** Generates endless bodies from a seed: valid ones, slightly invalid ones, broken JSON, and repeated ones. */
export const eventBodies = (seed: number, events: readonly string[], now: () => Date) => {
  const chance = seeded(seed)
  const one = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)] as T
  const whole = (most: number) => Math.floor(chance() * (most + 1))
  const hex = (digits: number) => Array.from({ length: digits }, () => Math.floor(chance() * 16).toString(16)).join('')
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-${one(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`
  const at = () => {
    const ms = chance() < 0.9 ? whole(60_000) : whole(20 * 24 * 3_600_000)
    return new Date(now().getTime() - (chance() < 0.95 ? ms : -ms)).toISOString()
  }
  const anEvent = () => ({
    event: chance() < 0.9 ? one(events) : `undeclared-${whole(500)}`,
    unit: `u${whole(5_000)}`,
    at: at(),
    ...(chance() < 0.4 && { value: one([0, 1, 2.5, 99.9, -5, 1e300, 12_345]) }),
    ...(chance() < 0.2 && { properties: { plan: one(['free', 'gold', 'lead', 7]), n: one([1, 'one', true]) } }),
    ...(chance() < 0.1 && { also: { companyId: `c${whole(9)}` } }),
  })
  const anExposure = () => ({
    ...{ run: one([1, 1, 1, 2, 99]), variant: one(['on', 'off', 'other']), unit: `u${whole(5_000)}`, at: at() },
    ...(chance() < 0.1 && { by: 'companyId' }),
  })
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: whole(most) }, make)
  const aBatch = () => {
    const rows = chance() < 0.002 ? limits.rowsPerBatch + 1 : 4
    return {
      ...{ batch: uuid(), sentAt: chance() < 0.95 ? now().toISOString() : at(), sdk: `fuzz ${whole(80)}` },
      ...{ dropped: chance() < 0.9 ? 0 : whole(1e6), exposures: some(2, anExposure) },
      events: rows > 4 ? Array.from({ length: rows }, anEvent) : some(rows, anEvent),
    }
  }
  /** Changes, removes or adds something at a random place in a value. */
  const bent = (value: unknown): unknown => {
    if (Array.isArray(value) && value.length > 0 && chance() < 0.8) {
      const place = whole(value.length - 1)
      return value.map((item, n) => (n === place ? bent(item) : item))
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value) || chance() < 0.05) return one(hostile)
    const entries = Object.entries(value)
    const act = chance()
    if (act < 0.15 || entries.length === 0) return Object.fromEntries([...entries, [one(keys), one(hostile)]])
    const place = whole(entries.length - 1)
    if (act < 0.25) return Object.fromEntries(entries.filter((_, n) => n !== place))
    return Object.fromEntries(entries.map(([key, inner], n) => [key, n === place ? bent(inner) : inner]))
  }
  const aRecord = () => ({
    timeUnixNano: `${now().getTime()}000000`,
    eventName: one(['feature_flag.evaluation', ...events, '']),
    attributes: [
      { key: 'feature_flag.key', value: { stringValue: 'checkout' } },
      { key: 'feature_flag.result.variant', value: { stringValue: one(['on', 'off']) } },
      { key: 'feature_flag.context.id', value: { stringValue: `u${whole(5_000)}` } },
      { key: 'feature_flag.version', value: { stringValue: one(['run-1', 'run-x', '7']) } },
      { key: 'value', value: one([{ doubleValue: 1.5 }, { intValue: '7' }, { stringValue: 'x' }]) },
    ],
  })
  const logs = () => ({
    resourceLogs: [{ resource: { attributes: [] }, scopeLogs: [{ logRecords: some(4, aRecord) }] }],
  })
  const broken = (text: string): string => {
    const act = chance()
    if (act < 0.5) return text.slice(0, whole(text.length))
    if (act < 0.7) return `${'['.repeat(whole(3_000))}${text}`
    if (act < 0.85) return text.replace(/[{}[\]":,]/, '')
    return one(['', 'null', '0', '"', '[]', '{}', '{"a":1,}', 'NaN', '\ufeff{}', '{"batch":1}', ']'])
  }
  const before: string[] = []
  return (): EventBody => {
    const kind = chance()
    if (kind < 0.1) {
      const made = chance() < 0.5 ? logs() : bent(logs())
      const text = JSON.stringify(made)
      return { path: '/sdk/v1/otlp/v1/logs', text: chance() < 0.1 ? broken(text) : text, isSound: false, batch: null }
    }
    let text = JSON.stringify(kind < 0.55 ? aBatch() : bent(aBatch()))
    if (kind > 0.93) text = before.length > 0 && chance() < 0.7 ? one(before) : broken(text)
    else if (kind < 0.6) before[before.length < 500 ? before.length : whole(499)] = text
    const batch = soundIn(text)
    return { path: '/sdk/v1/events', text, isSound: batch !== null, batch }
  }
}

/** Validates a body with the schema itself, not with the server's faster check. */
const soundIn = (text: string): EventBody['batch'] => {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  if (collect((report) => checkStorable(body, report, limits.requestValues)).length > 0) return null
  const read = TrackBatch.safeParse(body)
  if (!read.success) return null
  const { batch, events, exposures } = read.data
  return { id: batch.toLowerCase(), rows: events.length + exposures.length }
}
