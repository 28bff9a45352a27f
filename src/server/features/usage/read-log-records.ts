import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ReportedEvent, ReportedExposure, type TrackBatch } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import { list } from '../../../shared/schemas/bounded.ts'

/** Event name of an evaluation in OpenTelemetry's semantic conventions for feature flags. */
const evaluation = 'feature_flag.evaluation'
const latestMs = 8.64e15

const Value = z.looseObject({
  stringValue: z.string().optional(),
  boolValue: z.boolean().optional(),
  /** OTLP/JSON encodes 64-bit integers as strings. */
  intValue: z.union([z.string(), z.number()]).optional(),
  doubleValue: z.union([z.number(), z.string()]).optional(),
})
const Attributes = list(z.looseObject({ key: z.string(), value: Value.optional() }))
  .max(128)
  .optional()
const Nanoseconds = z.union([z.string().regex(/^\d{1,20}$/), z.number().min(0)]).optional()

/** The fields that are read from an OTLP/JSON logs request. Others are ignored. */
export const LogsRequest = z.looseObject({
  resourceLogs: list(
    z.looseObject({
      scopeLogs: list(
        z.looseObject({
          logRecords: list(
            z.looseObject({
              timeUnixNano: Nanoseconds,
              observedTimeUnixNano: Nanoseconds,
              eventName: z.string().optional(),
              attributes: Attributes,
            }),
          )
            .max(limits.rowsPerBatch)
            .optional(),
        }),
      )
        .max(100)
        .optional(),
    }),
  )
    .max(100)
    .optional(),
})
type LogRecord = NonNullable<
  NonNullable<NonNullable<z.infer<typeof LogsRequest>['resourceLogs']>[number]['scopeLogs']>[number]['logRecords']
>[number]

/** The exposures and events found in log records, and the number of records without a unit or with invalid data. */
export type ReadLogs = { readonly batches: readonly TrackBatch[]; readonly unread: number }

/**
 * Extracts exposures and events from OpenTelemetry log records. A `feature_flag.evaluation` by a measured rule (with a
 * version such as `run-17`) is an exposure; a record with another event name is an event; plain log lines are ignored.
 * Batch ids derive from the body, so that a repeated request is stored once.
 */
export function readLogRecords(request: z.infer<typeof LogsRequest>, body: string, receivedAt: Date): ReadLogs {
  const exposures: ReportedExposure[] = []
  const events: ReportedEvent[] = []
  let unread = 0
  for (const record of recordsOf(request)) {
    const said = attributesOf(record)
    const name = record.eventName || textOf(said.get('event.name'))
    if (!name) continue
    const unit = textOf(said.get('feature_flag.context.id'))
    const run = /^run-(\d{1,9})$/.exec(textOf(said.get('feature_flag.version')) ?? '')?.[1]
    // an evaluation by an unmeasured rule is no exposure
    if (name === evaluation && run === undefined) continue
    const at = instantOf(record, receivedAt)
    if (name === evaluation) {
      const variant = said.get('feature_flag.result.variant')
      unread += put(exposures, ReportedExposure.safeParse({ run: Number(run), variant, unit, at }))
    } else unread += put(events, ReportedEvent.safeParse(eventOf(name, unit, at, said)))
  }
  const digest = createHash('sha256').update(body).digest()
  const shared = { sentAt: receivedAt.toISOString(), sdk: 'opentelemetry', dropped: 0 }
  const batches: TrackBatch[] = []
  for (let from = 0; from < Math.max(exposures.length, events.length); from += half) {
    const rows = { exposures: exposures.slice(from, from + half), events: events.slice(from, from + half) }
    batches.push({ batch: idOf(digest, batches.length), ...shared, ...rows })
  }
  return { batches, unread }
}

/** Adds a valid row. Returns 1 if it is invalid. */
const put = <T>(rows: T[], read: { data?: T }): 0 | 1 => {
  if (read.data === undefined) return 1
  rows.push(read.data)
  return 0
}

const half = limits.rowsPerBatch / 2

function* recordsOf({ resourceLogs = [] }: z.infer<typeof LogsRequest>): Generator<LogRecord> {
  for (const { scopeLogs = [] } of resourceLogs) for (const { logRecords = [] } of scopeLogs) yield* logRecords
}

type LogAttributes = ReadonlyMap<string, string | number | boolean>

const attributesOf = ({ attributes = [] }: LogRecord): LogAttributes => {
  const said = new Map<string, string | number | boolean>()
  for (const { key, value = {} } of attributes) {
    const number = value.intValue ?? value.doubleValue
    const given = value.stringValue ?? value.boolValue ?? (number === undefined ? undefined : Number(number))
    if (given !== undefined && !Number.isNaN(given)) said.set(key, given)
  }
  return said
}

const textOf = (value: string | number | boolean | undefined): string | undefined =>
  value === undefined ? undefined : String(value)

/** Names with a dot belong to OpenTelemetry's conventions. Others are properties of the event. */
const eventOf = (event: string, unit: string | undefined, at: string, said: LogAttributes): object => {
  const value = said.get('value')
  const properties = [...said].filter(([name]) => name !== 'value' && !name.includes('.'))
  return {
    ...{ event, unit, at },
    ...(typeof value === 'number' && Number.isFinite(value) && { value }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  }
}

const instantOf = ({ timeUnixNano, observedTimeUnixNano }: LogRecord, receivedAt: Date): string => {
  const nanoseconds = [timeUnixNano, observedTimeUnixNano].find((one) => one !== undefined && Number(one) > 0)
  const ms = nanoseconds === undefined ? receivedAt.getTime() : Number(nanoseconds) / 1e6
  return (ms <= latestMs ? new Date(ms) : receivedAt).toISOString()
}

/** A UUID version 8 with 122 bits of a digest, different for each part of the body. */
const idOf = (digest: Buffer, part: number): string => {
  const bytes = createHash('sha256').update(digest).update(String(part)).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
