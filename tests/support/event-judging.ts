import { LogsRequest, readLogRecords } from '../../src/server/features/usage/read-log-records.ts'
import type { Reportable } from '../../src/server/features/usage/reportable-cache.ts'
import { validateBatch } from '../../src/server/features/usage/validate-batch.ts'
import { variantForUnit } from '../../src/server/features/usage/variant-for-unit.ts'
import { refuseUnstorable } from '../../src/server/platform/http/refuse-unstorable.ts'
import { readBatch } from '../../src/server/platform/http/sdk/read-batch.ts'
import { TrackBatch } from '../../src/shared/features/usage/schemas/tracked.ts'
import { limits } from '../../src/shared/limits.ts'
import { type EventBody, eventBodies } from './event-bodies.ts'

export type EventJudging = {
  bodies: number
  taken: number
  refused: number
  rows: number
  kept: number
  wrong: string[]
}

const event = 'told'
const nowMs = Date.UTC(2026, 10, 20)
const rule = {
  ...{ id: 'r', when: true as const, run: 1 },
  serve: {
    split: {
      parts: [
        { variant: 'on', from: 0, to: 50_000 },
        { variant: 'off', from: 50_000, to: 100_000 },
      ],
    },
  },
}
const measured: Reportable = {
  ...{ place: 1, projectId: 'p', key: 'secret', undeclared: new Set(), readAtMs: 0, kinds: new Set(['companyId']) },
  events: new Map([
    [
      event,
      {
        id: 1,
        definition: {
          ...{ value: { unit: '', min: -1, max: 1e6 }, fromClients: false },
          properties: { plan: ['free', 'gold'], n: 'number' as const },
        },
      },
    ],
  ]),
  runs: new Map([
    [
      1,
      {
        ...{
          id: 7,
          kind: 'experiment' as const,
          flag: 'checkout',
          by: null,
          arm: variantForUnit(rule, 'checkout'),
          openedAtMs: Number.NEGATIVE_INFINITY,
          endedAtMs: Number.POSITIVE_INFINITY,
        },
        arms: new Map([
          ['on', 0],
          ['off', 1],
        ]),
      },
    ],
  ]),
}

/**
 * Runs bodies through all of the intake that happens before the database: each must be accepted if the schema accepts
 * it and otherwise rejected by an error with a status; every row of an accepted batch must be either stored or
 * rejected, and stored values must fit their columns.
 */
export function judgeEvents(bodies: number, seed: number): EventJudging {
  const next = eventBodies(seed, [event], () => new Date(nowMs))
  const found: EventJudging = { bodies, taken: 0, refused: 0, rows: 0, kept: 0, wrong: [] }
  for (let one = 0; one < bodies; one += 1) {
    const body = next()
    const blame = (why: string) => {
      if (found.wrong.length < 20) found.wrong.push(`${why}: ${body.path} ${body.text.slice(0, 600)}`)
    }
    try {
      const batches = batchesOf(body)
      if (body.path === '/sdk/v1/events' && !body.isSound) blame('unsound and taken')
      found.taken += 1
      for (const batch of batches) judgeOne(batch, found, blame)
    } catch (error) {
      found.refused += 1
      if (body.isSound) blame(`sound and refused: ${String(error)}`)
      else if (!isRefusal(error)) blame(`no refusal: ${String(error)}`)
    }
  }
  return found
}

const batchesOf = ({ path, text }: EventBody): readonly TrackBatch[] => {
  const body: unknown = JSON.parse(text)
  refuseUnstorable(body)
  if (path === '/sdk/v1/events') return [readBatch(body)]
  return readLogRecords(LogsRequest.parse(body), text, new Date(nowMs)).batches
}

/** Errors that result in 4xx: JSON, schema and our own. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && ['SyntaxError', 'ZodError', 'FanionError'].includes(error.name)

function judgeOne(batch: TrackBatch, found: EventJudging, blame: (why: string) => void): void {
  if (!TrackBatch.safeParse(batch).success) blame('no batch')
  const { tracks, exposures, receipt } = validateBatch(batch, measured, {
    ...{ via: 'server', sees: () => true, receivedAtMs: nowMs },
  })
  const rows = batch.events.length + batch.exposures.length
  const refused = receipt.refused.reduce((sum, { count }) => sum + count, 0)
  const told = tracks.filter(({ unitBy }) => unitBy === null)
  found.rows += rows
  found.kept += receipt.accepted
  if (receipt.accepted + refused !== rows) blame('rows that nothing is said of')
  if (told.length + exposures.length !== receipt.accepted) blame('not as many are kept as are accepted')
  for (const { unit, atMs } of [...tracks, ...exposures]) {
    if (!/^[0-9a-f]{8}-?[0-9a-f-]{24,27}$/.test(unit)) blame(`a unit that is ${unit}`)
    if (!(atMs <= nowMs && atMs >= nowMs - limits.eventsLateMs)) blame(`at ${atMs}`)
  }
  for (const { value } of tracks) if (value !== null && !(value >= -1 && value <= 1e6)) blame(`a value of ${value}`)
}
