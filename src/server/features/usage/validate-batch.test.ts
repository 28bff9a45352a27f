import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlag, aDatafile as datafileOf } from '../../../../tests/support/builders.ts'
import { compile } from '../../../shared/engine/compile.ts'
import type { TrackBatch } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import type { Rule } from '../../../shared/schemas/flag.ts'
import type { KnownEvent, Reportable } from './reportable-cache.ts'
import { validateBatch } from './validate-batch.ts'
import { variantForUnit } from './variant-for-unit.ts'

const nowMs = Date.UTC(2026, 10, 20)
const at = new Date(nowMs).toISOString()
const variants = ['on', 'off'] as const

const aRule = fc
  .record({
    salt: fc.option(fc.string({ minLength: 1, maxLength: 8 }), { nil: undefined }),
    by: fc.option(fc.constantFrom('companyId', 'device'), { nil: undefined }),
    cut: fc.integer({ min: 0, max: 100_000 }),
    gap: fc.integer({ min: 0, max: 100_000 }),
  })
  .map(({ salt, by, cut, gap }): Rule => {
    const parts = [
      { variant: 'on', from: 0, to: Math.min(cut, gap) },
      { variant: 'off', from: Math.max(cut, gap), to: 100_000 },
    ]
    const point = { ...(salt !== undefined && { salt }), ...(by !== undefined && { by }) }
    return { id: 'r', when: true, serve: { split: { point, parts } }, run: 1 }
  })
const measuredBy = (rule: Rule, flagSalt: string): Reportable => ({
  place: 1,
  projectId: 'p',
  key: 'secret',
  events: new Map(),
  runs: new Map([
    [
      1,
      {
        id: 7,
        kind: 'experiment',
        flag: 'checkout',
        by: ('split' in rule.serve && rule.serve.split.point?.by) || null,
        arms: new Map(variants.map((variant, place) => [variant, place])),
        arm: variantForUnit(rule, flagSalt),
        openedAtMs: nowMs - 60_000,
        endedAtMs: Number.POSITIVE_INFINITY,
      },
    ],
  ]),
  kinds: new Set(),
  undeclared: new Set(),
  readAtMs: 0,
})
const batchOf = (rows: Partial<TrackBatch>): TrackBatch => ({
  batch: '019a7d2e-6c11-7b6a-9c55-1f2f3f4f5f6f',
  sentAt: at,
  sdk: 's',
  dropped: 0,
  exposures: [],
  events: [],
  ...rows,
})
const told = { via: 'server', sees: () => true, receivedAtMs: nowMs } as const

describe('a batch is judged', () => {
  it('by the arm that every program computes: only that is kept, and it is kept', () => {
    fc.assert(
      fc.property(aRule, fc.string({ minLength: 1, maxLength: 5 }), fc.string({ minLength: 1 }), (rule, salt, unit) => {
        const measured = measuredBy(rule, salt)
        const by = measured.runs.get(1)?.by ?? undefined
        const compiled = compile(datafileOf([aFlag('checkout').with({ salt, rules: [rule] })]))
        const outcome = compiled.flag('checkout')?.pick(by === undefined ? { targetingKey: unit } : { [by]: unit }, 0)
        const given = outcome?.measured === null ? null : outcome?.variant
        for (const variant of variants) {
          const batch = batchOf({ exposures: [{ run: 1, variant, unit, ...(by !== undefined && { by }), at }] })
          const { exposures, receipt } = validateBatch(batch, measured, told)
          expect(exposures.map(({ run, arm }) => [run, arm])).toEqual(
            variant === given ? [[7, variants.indexOf(variant)]] : [],
          )
          expect(receipt.accepted).toBe(variant === given ? 1 : 0)
        }
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 100) },
    )
  })

  it('as given an arm when there was one at the earliest, whatever the clock of who tells says', () => {
    const measured = measuredBy({ id: 'r', when: true, serve: { variant: 'on' }, run: 1 }, 's')
    fc.assert(
      fc.property(fc.integer({ min: -limits.eventsLateMs, max: limits.eventsLateMs }), (offMs) => {
        const exposure = { run: 1, variant: 'on', unit: 'ada', at: new Date(nowMs + offMs).toISOString() }
        const [kept] = validateBatch(batchOf({ exposures: [exposure] }), measured, told).exposures
        expect(kept?.atMs).toBe(Math.min(nowMs, Math.max(nowMs - 60_000, nowMs + offMs)))
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 100) },
    )
  })

  it('row by row: each is kept or refused for one reason, and counted as that', () => {
    const measured: Reportable = {
      ...measuredBy({ id: 'r', when: true, serve: { variant: 'on' }, run: 1 }, 's'),
      events: new Map<string, KnownEvent>([
        [
          'buy',
          {
            id: 1,
            definition: { value: { unit: '', min: 0, max: 9 }, properties: { plan: ['a'] }, fromClients: false },
          },
        ],
        ['click', { id: 2, definition: { value: null, properties: {}, fromClients: true } }],
      ]),
    }
    const anEvent = fc.record(
      {
        event: fc.constantFrom('buy', 'click', 'constructor', '__proto__'),
        unit: fc.constantFrom('a', 'b'),
        at: fc.constantFrom(at, '2020-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'),
        value: fc.constantFrom(-1, 0, 5, 9, 10),
        properties: fc.constantFrom({ plan: 'a' }, { plan: 'b' }, { toString: 'a' }, {}),
      },
      { requiredKeys: ['event', 'unit', 'at'] },
    )
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 20 }), fc.boolean(), fc.nat(), (events, byClient, dropped) => {
        const way = byClient ? 'client' : 'server'
        const judged = validateBatch(batchOf({ events, dropped }), measured, { ...told, via: way })
        const { tracks, receipt } = judged
        // dropped events are not rows of the batch
        const never = judged.tallies.filter(({ reason }) => reason === 'dropped')
        const counted = byClient ? Math.min(dropped, limits.clientRowsPerAddress) : dropped
        expect(never.map(({ subject, count }) => [subject, count])).toEqual(counted === 0 ? [] : [['', counted]])
        const tallies = judged.tallies.filter(({ reason }) => reason !== 'dropped')
        const sum = (kept: boolean) =>
          tallies.reduce((all, { reason, count }) => all + ((reason === '') === kept ? count : 0), 0)
        expect([receipt.accepted, sum(true)]).toEqual([tracks.length, tracks.length])
        expect(receipt.refused.reduce((all, { count }) => all + count, 0)).toBe(sum(false))
        expect(sum(true) + sum(false)).toBe(events.length)
        for (const { atMs } of tracks) expect(atMs).toBeLessThanOrEqual(nowMs)
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 100) },
    )
  })

  it.each([
    [1e15, 1],
    [-1e15, 1],
    [1.1e15, 0],
    [-1.7e308, 0],
  ])('without a value that no sum could take: %s', (value, kept) => {
    const measured: Reportable = {
      ...measuredBy({ id: 'r', when: true, serve: { variant: 'on' }, run: 1 }, 's'),
      events: new Map<string, KnownEvent>([
        [
          'buy',
          { id: 1, definition: { value: { unit: '', min: null, max: null }, properties: {}, fromClients: true } },
        ],
      ]),
    }
    const events = [{ event: 'buy', unit: 'a', at, value }]
    for (const via of ['client', 'server'] as const)
      expect(validateBatch(batchOf({ events }), measured, { ...told, via }).tracks).toHaveLength(kept)
  })

  it('by the unit, and by the attributes of the same one that a run splits by', () => {
    const measured: Reportable = {
      ...measuredBy({ id: 'r', when: true, serve: { variant: 'on' }, run: 1 }, 's'),
      events: new Map([['click', { id: 2, definition: { value: null, properties: {}, fromClients: true } }]]),
      kinds: new Set(['companyId']),
    }
    const event = { event: 'click', unit: 'ada', at, also: { companyId: 'acme', device: 'd' } }
    const { tracks, receipt } = validateBatch(batchOf({ events: [event, { ...event, unit: 'acme' }] }), measured, told)
    expect(receipt.accepted).toBe(2)
    expect(tracks).toHaveLength(4)
    // a company and a user with the same name are different units
    expect(new Set(tracks.map(({ unit }) => unit)).size).toBe(3)
  })
})
