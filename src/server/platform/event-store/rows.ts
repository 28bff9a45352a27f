import type { RowRefusal, TrackReceipt } from '../../../shared/features/usage/schemas/tracked.ts'

/** How rows arrived, which determines how far they are trusted. */
export const via = { server: 0, client: 1, request: 2, otlp: 3, source: 4 } as const
export type Via = keyof typeof via

/** Sources that count as trusted, because outsiders cannot use them. */
export const trustedSources: readonly Via[] = ['server', 'otlp', 'source']
export const trustedVias: readonly number[] = trustedSources.map((way) => via[way])

/** From most to least trusted. An exposure that arrived in several ways is attributed to the first of these. */
export const sourcesByTrust: readonly number[] = [via.server, via.otlp, via.source, via.request, via.client]

/** An event of a unit. */
export type StoredTrackRow = {
  /** Index in the batch that the SDK sent. Rows for several attributes of one unit share it. */
  readonly row: number
  /** Id of the declared event. */
  readonly event: number
  /** The unit's digest, 32 hexadecimal digits. */
  readonly unit: string
  /** The attribute that identifies the unit. Null is the targeting key. */
  readonly unitBy: string | null
  readonly atMs: number
  readonly value: number | null
  /** A JSON object. */
  readonly properties: string | null
}

/** A unit was given an arm of a run. `run` is the run's id, not its number. */
export type StoredExposureRow = {
  readonly run: number
  readonly unit: string
  readonly arm: number
  readonly atMs: number
}

/** Number of rows of one subject that were stored, or rejected for one reason. */
export type IntakeTally = {
  readonly kind: 'event' | 'run'
  readonly subject: string
  /** Empty for stored rows. `dropped` counts rows that an SDK had no room for and reported as a number. */
  readonly reason: RowRefusal | 'dropped' | ''
  count: number
}

/** The accepted rows of a batch, with the counts and the response. */
export type ValidatedBatch = {
  readonly tracks: readonly StoredTrackRow[]
  readonly exposures: readonly StoredExposureRow[]
  readonly tallies: readonly IntakeTally[]
  readonly receipt: TrackReceipt
}

/**
 * A batch that is ready to be stored. `place` is the environment's number in rows; `id` is a UUID chosen by the SDK.
 */
export type ReadyBatch = {
  readonly place: number
  readonly id: string
  readonly via: number
  readonly sdk: string
  readonly receivedAtMs: number
  readonly judged: ValidatedBatch
}
