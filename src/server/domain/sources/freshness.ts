import { factLateAfterMs } from '../../../shared/schemas/source.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type FactAge, freshnessOf, type Needed } from './queries.ts'

/** How far what is read of other databases is. */
export type Freshness = {
  /** Nothing after it is complete: whoever decides looks at the world as it was then. */
  readonly clock: Date
  /** What is later than it may be, in words (“orders are 3 h old”); null where all is in time. */
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

const lateText = ({ event, readUntil }: FactAge, now: Date): string => {
  const age = readUntil === null ? null : ageText(now.getTime() - readUntil.getTime())
  if (event === null) return age === null ? 'exposures were not read yet' : `exposures are ${age} old`
  return age === null ? `${event} was not read yet` : `${event} is ${age} old`
}

const ageText = (ms: number): string => {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} days`
}
