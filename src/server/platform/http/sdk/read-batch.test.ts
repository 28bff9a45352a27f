import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TrackBatch } from '../../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../../shared/limits.ts'
import { readBatch } from './read-batch.ts'

const at = '2026-11-20T12:00:00.000Z'
const long = (length: number) => 'x'.repeat(length)
const oddly = fc.constantFrom<unknown>(
  ...[undefined, null, '', 0, -1.5, Number.NaN, Number.POSITIVE_INFINITY, true, [], {}, at, '2026-02-30T12:00:00Z'],
  ...['2024-02-29T23:59:59Z', '2026-11-20', long(limits.nameLength), long(limits.nameLength + 1)],
  ...[long(limits.valueLength), long(limits.valueLength + 1), { a: 1 }, { a: null }, { a: [] }, new Map()],
  ...[
    { [long(50)]: 'a' },
    { [long(51)]: 'a' },
    JSON.parse('{"__proto__":1}'),
    { a: Number.NaN },
    { companyId: 'acme' },
  ],
)
const fields = ['event', 'unit', 'at', 'value', 'properties', 'also', 'other', '__proto__'] as const
const anEvent = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...fields), oddly, { maxKeys: 2 }),
    fc.constantFrom(...fields, null),
    fc.boolean(),
  )
  .map(([odd, missing, isPlain]) => {
    const sound: Record<string, unknown> = {
      event: 'purchase',
      unit: 'ada',
      at,
      value: 9.5,
      properties: { plan: 'gold' },
    }
    if (isPlain) return sound
    const event = { ...sound, ...odd }
    if (missing !== null) delete event[missing]
    return event
  })
const aBatch = fc
  .record({ events: fc.array(fc.oneof(anEvent, anEvent, oddly), { maxLength: 3 }), odd: oddly, where: fc.nat(9) })
  .map(({ events, odd, where }) => {
    const name = ['batch', 'sentAt', 'sdk', 'build', 'dropped', 'exposures', 'events', 'other'][where]
    return {
      ...{ batch: '019a7d2e-6c11-7b6a-9c55-1f2f3f4f5f6f', sentAt: at, sdk: 's', dropped: 0, exposures: [], events },
      ...(name !== undefined && { [name]: odd }),
    }
  })

const said = (read: (body: unknown) => unknown, body: unknown) => {
  try {
    return { read: read(body) }
  } catch (error) {
    return { refused: String(error) }
  }
}

it('a batch is read, and refused in the same words, as its schema does', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: aBatch }, { weight: 1, arbitrary: oddly }), (body) => {
      expect(said(readBatch, body)).toEqual(said((value) => TrackBatch.parse(value), body))
    }),
    { numRuns: Number(process.env['FC_RUNS'] ?? 300) },
  )
})

it('as many rows as a batch may hold, and one more', () => {
  const of = (count: number) => {
    const events = Array.from({ length: count }, () => ({ event: 'a', unit: 'u', at }))
    return { batch: '019a7d2e-6c11-7b6a-9c55-1f2f3f4f5f6f', sentAt: at, sdk: 's', dropped: 0, exposures: [], events }
  }
  expect(readBatch(of(limits.rowsPerBatch)).events).toHaveLength(limits.rowsPerBatch)
  expect(said(readBatch, of(limits.rowsPerBatch + 1))).toEqual(
    said((value) => TrackBatch.parse(value), of(limits.rowsPerBatch + 1)),
  )
})
