import type {
  ReportedEvent,
  ReportedExposure,
  RowRefusal,
  TrackBatch,
  TrackReceipt,
} from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import type {
  IntakeTally,
  StoredExposureRow,
  StoredTrackRow,
  ValidatedBatch,
  Via,
} from '../../platform/event-store/rows.ts'
import type { KnownEvent, KnownRun, Reportable } from './reportable-cache.ts'
import { byTargetingKey, unitDigest } from './unit-digest.ts'

export type BatchOrigin = {
  readonly via: Via
  /** Whether the sender may name the flag of a run. Client keys see only flags visible to clients. */
  readonly sees: (flag: string) => boolean
  readonly receivedAtMs: number
}

/** Maximum clock difference of a program in ms before its timestamps are corrected. */
const skewMs = 60_000

/**
 * Decides which rows of a batch to store, and why others are rejected. An exposure's arm is recomputed, and a different
 * one is rejected. Timestamps are never in the future, nor so old that their cohort may already be counted.
 */
export const validateBatch = (batch: TrackBatch, measured: Reportable, told: BatchOrigin): ValidatedBatch => {
  const { receivedAtMs } = told
  const offMs = receivedAtMs - Date.parse(batch.sentAt)
  const correctedMs = Math.abs(offMs) > skewMs ? offMs : 0
  const instantOf = (at: string) => Math.min(Date.parse(at) + correctedMs, receivedAtMs)
  const tallies = new Map<string, IntakeTally>()
  let last: IntakeTally | undefined
  const tally = (kind: IntakeTally['kind'], subject: string, reason: IntakeTally['reason']) => {
    // most rows have the same subject as the previous one
    if (last !== undefined && last.subject === subject && last.reason === reason && last.kind === kind) {
      last.count += 1
      return
    }
    const id = `${kind}\n${subject}\n${reason}`
    last = tallies.get(id)
    if (last === undefined) tallies.set(id, (last = { kind, subject, reason, count: 1 }))
    else last.count += 1
  }
  const isLate = (atMs: number) => !(atMs >= receivedAtMs - limits.eventsLateMs)

  const exposures: StoredExposureRow[] = []
  for (const one of batch.exposures) {
    const atMs = instantOf(one.at)
    const run = measured.runs.get(one.run)
    const reason = isLate(atMs) ? 'too-old' : exposureRefusal(one, run, atMs, told.sees)
    tally('run', run === undefined ? '' : String(one.run), reason)
    if (reason !== '' || run === undefined) continue
    exposures.push(storedExposureOf(measured.key, run, one, atMs))
  }

  const tracks: StoredTrackRow[] = []
  for (const [row, one] of batch.events.entries()) {
    const atMs = instantOf(one.at)
    const event = measured.events.get(one.event)
    const reason = isLate(atMs) ? 'too-old' : eventRefusal(one, event, told)
    tally('event', event === undefined ? keptName(one.event, measured, told) : one.event, reason)
    if (reason !== '' || event === undefined) continue
    const value = one.value ?? null
    const properties = textOf(one.properties)
    tracks.push({
      row,
      event: event.id,
      unit: unitDigest(measured.key, byTargetingKey, one.unit),
      unitBy: null,
      atMs,
      value,
      properties,
    })
    if (one.also === undefined || measured.kinds.size === 0) continue
    for (const [by, text] of Object.entries(one.also))
      if (measured.kinds.has(by))
        tracks.push({
          row,
          event: event.id,
          unit: unitDigest(measured.key, by, text),
          unitBy: by,
          atMs,
          value,
          properties,
        })
  }
  const receipt = receiptOf(tallies.values())
  // limited for pages to what one could have sent in a minute, because client keys are public and reports can be forged
  const dropped = told.via === 'client' ? Math.min(batch.dropped, limits.clientRowsPerAddress) : batch.dropped
  if (dropped > 0) tallies.set('dropped', { kind: 'event', subject: '', reason: 'dropped', count: dropped })
  return { tracks, exposures, tallies: [...tallies.values()], receipt }
}

type ReportedExposureFields = Omit<ReportedExposure, 'at'>

/** Why an exposure is rejected. Empty if it is accepted. */
export const exposureRefusal = (
  { run: number, variant, unit, by }: ReportedExposureFields,
  run: KnownRun | undefined,
  atMs: number,
  sees: BatchOrigin['sees'],
): Extract<RowRefusal, 'unknown-run' | 'ended-run' | 'mismatched'> | '' => {
  if (run === undefined || number < 1 || !sees(run.flag)) return 'unknown-run'
  if (atMs > run.endedAtMs) return 'ended-run'
  if ((by ?? byTargetingKey) !== (run.by ?? byTargetingKey)) return 'mismatched'
  return run.arms.has(variant) && run.arm(unit) === variant ? '' : 'mismatched'
}

/**
 * An accepted exposure as it is stored: with its unit's digest, and never earlier than its run, regardless of clocks.
 */
export const storedExposureOf = (
  key: string,
  run: KnownRun,
  { variant, unit }: ReportedExposureFields,
  atMs: number,
): StoredExposureRow => ({
  run: run.id,
  unit: unitDigest(key, run.by ?? byTargetingKey, unit),
  // Safe cast: exposures with unknown variants were rejected.
  arm: run.arms.get(variant) as number,
  atMs: Math.max(atMs, run.openedAtMs),
})

const eventRefusal = (
  { value, properties }: ReportedEvent,
  event: KnownEvent | undefined,
  { via: way }: BatchOrigin,
): RowRefusal | '' => {
  if (event === undefined) return 'undeclared'
  const { definition } = event
  if (way === 'client' && !definition.fromClients) return 'not-from-clients'
  if (value !== undefined) {
    if (definition.value === null || Math.abs(value) > limits.eventValue) return 'value'
    const { min, max } = definition.value
    if ((min !== null && value < min) || (max !== null && value > max)) return 'value'
  }
  for (const [name, given] of Object.entries(properties ?? {})) {
    const declared = Object.hasOwn(definition.properties, name) ? definition.properties[name] : undefined
    if (declared === undefined) return 'property'
    const fits = typeof declared === 'string' ? typeof given === declared : declared.some((text) => text === given)
    if (!fits) return 'property'
  }
  return ''
}

/** The name under which a rejection is counted. Empty for client keys, and beyond the maximum number of names. */
const keptName = (name: string, { undeclared }: Reportable, { via: way }: BatchOrigin): string => {
  if (way === 'client') return ''
  if (undeclared.has(name)) return name
  if (undeclared.size >= limits.undeclaredEvents) return ''
  undeclared.add(name)
  return name
}

const textOf = (properties: ReportedEvent['properties']): string | null =>
  properties === undefined || Object.keys(properties).length === 0 ? null : JSON.stringify(properties)

const receiptOf = (tallies: Iterable<IntakeTally>): TrackReceipt => {
  let accepted = 0
  const refused = new Map<RowRefusal, number>()
  for (const { reason, count } of tallies) {
    if (reason === '') accepted += count
    else if (reason !== 'dropped') refused.set(reason, (refused.get(reason) ?? 0) + count)
  }
  return { accepted, refused: [...refused].map(([reason, count]) => ({ reason, count })) }
}
