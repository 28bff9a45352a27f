import type { RowRefusal, TrackReceipt } from '../../../shared/features/usage/schemas/tracked.ts'

/** Over which way rows came: what a guard, and a reader, may believe of them. */
export const via = { server: 0, client: 1, request: 2, otlp: 3, source: 4 } as const
export type Via = keyof typeof via

/** Whose word counts as that of a server: nobody outside can say it. */
export const trustedWays: readonly Via[] = ['server', 'otlp', 'source']
export const trustedVias: readonly number[] = trustedWays.map((way) => via[way])

/** From whom is believed most to whom is believed least: an exposure that several ways told of is of the first of these. */
export const byTrust: readonly number[] = [via.server, via.otlp, via.source, via.request, via.client]

/** What a unit did. */
export type KeptTrack = {
  /** Its place in its batch as the program sent it; rows by several attributes of one unit share it. */
  readonly row: number
  /** The id of the declared event. */
  readonly event: number
  /** The unit's digest, 32 hexadecimal digits. */
  readonly unit: string
  /** The attribute that names the unit; null is the targeting key. */
  readonly unitBy: string | null
  readonly atMs: number
  readonly value: number | null
  /** JSON of an object. */
  readonly properties: string | null
}

/** That a unit was given an arm of a run. `run`: its id, not its number. */
export type KeptExposure = { readonly run: number; readonly unit: string; readonly arm: number; readonly atMs: number }

/** How many rows of one subject were kept, or refused for one reason. */
export type Tally = {
  readonly kind: 'event' | 'run'
  readonly subject: string
  /** Empty for rows that are kept; dropped are those that a program had no room for, of which it says how many. */
  readonly reason: RowRefusal | 'dropped' | ''
  count: number
}

/** What of a batch is kept, and what was counted and answered. */
export type Judged = {
  readonly tracks: readonly KeptTrack[]
  readonly exposures: readonly KeptExposure[]
  readonly tallies: readonly Tally[]
  readonly receipt: TrackReceipt
}

/** A batch that is ready to be kept. `place`: what rows carry for the environment. `id`: a UUID that its program chose. */
export type ReadyBatch = {
  readonly place: number
  readonly id: string
  readonly via: number
  readonly sdk: string
  readonly receivedAtMs: number
  readonly judged: Judged
}
