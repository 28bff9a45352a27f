import { factLateAfterMs } from '../../../shared/features/sources/schemas/source.ts'
import type { Ctx } from '../../platform/kernel/ctx.ts'
import { freshnessOf, type RequiredData, type WarehouseQueryAge } from './queries.ts'

/** How up to date the data from other databases is. */
export type Freshness = {
  /** Data is complete until this time. Decisions must use the state at this time. */
  readonly clock: Date
  /** The first overdue data, as a sentence (“order is 3 hours old.”). Null if all is up to date. */
  readonly late: string | null
}

/**
 * Returns how complete the facts are that some measurement needs in an environment. Rows may arrive late by the
 * look-back period, so newer data is incomplete. A fact archived after `since` keeps its last state and counts as late.
 * So does a fact that is not read up to `atLeast`. Without facts, the clock is now.
 */
export async function freshness(
  { db, now }: Ctx,
  environmentId: string,
  needed: RequiredData,
  since: Date,
  atLeast = new Date(0),
): Promise<Freshness> {
  const at = now()
  const facts = await freshnessOf(db, environmentId, needed, since)
  const clocks = facts.map(({ readUntil, lookBackMs }) => (readUntil === null ? 0 : readUntil.getTime() - lookBackMs))
  const late = facts.find(
    ({ readUntil, everyMs, isOver }) =>
      isOver ||
      readUntil === null ||
      readUntil < atLeast ||
      at.getTime() - readUntil.getTime() > factLateAfterMs(everyMs),
  )
  return {
    clock: new Date(Math.min(at.getTime(), ...clocks)),
    late: late === undefined ? null : lateText(late, at),
  }
}

/** Complete sentences, so that each can be translated independently. */
const lateText = ({ event, readUntil }: WarehouseQueryAge, now: Date): string => {
  if (readUntil === null) return event === null ? 'Exposures haven’t been read yet.' : `${event} hasn’t been read yet.`
  const minutes = Math.round((now.getTime() - readUntil.getTime()) / 60_000)
  if (minutes < 120) return event === null ? `Exposures are ${minutes} min old.` : `${event} is ${minutes} min old.`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return event === null ? `Exposures are ${hours} hours old.` : `${event} is ${hours} hours old.`
  const days = Math.round(hours / 24)
  return event === null ? `Exposures are ${days} days old.` : `${event} is ${days} days old.`
}
