import { factLateAfterMs } from '../../../shared/features/sources/schemas/source.ts'
import type { Ctx } from '../../platform/kernel/ctx.ts'
import { type FactAge, freshnessOf, type Needed } from './queries.ts'

/** How far what is read of other databases is. */
export type Freshness = {
  /** Nothing after it is complete: whoever decides looks at the world as it was then. */
  readonly clock: Date
  /** What is later than it may be, in a sentence (“order is 3 hours old.”); null where all is in time. */
  readonly late: string | null
}

/**
 * How far the facts are that give what somebody measures by in an environment. Rows may come late by the look-back, so what is newer than that is not
 * complete. A fact that was archived while whoever asks went on (`since`) stays as old as it is. One that is not read up to `atLeast` is
 * late, too. Without facts it is now.
 */
export async function freshness(
  { db, now }: Ctx,
  environmentId: string,
  needed: Needed,
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

/** One sentence for each, so that another language can say it in its own way. */
const lateText = ({ event, readUntil }: FactAge, now: Date): string => {
  if (readUntil === null) return event === null ? 'Exposures haven’t been read yet.' : `${event} hasn’t been read yet.`
  const minutes = Math.round((now.getTime() - readUntil.getTime()) / 60_000)
  if (minutes < 120) return event === null ? `Exposures are ${minutes} min old.` : `${event} is ${minutes} min old.`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return event === null ? `Exposures are ${hours} hours old.` : `${event} is ${hours} hours old.`
  const days = Math.round(hours / 24)
  return event === null ? `Exposures are ${days} days old.` : `${event} is ${days} days old.`
}
