import type { ArmCounts, ByArm, People, ShareQuestion } from '../../../../shared/features/ramps/guard-question.ts'
import { trustedWays } from '../../../platform/event-store/rows.ts'
import type { Word } from '../../../platform/event-store/store.ts'
import type { MeasureCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { eventsOf } from '../../events/queries.ts'
import { measuredPart } from '../../metrics/unit-measure.ts'

type Ctx = ProjectCtx & MeasureCtx
type Units = People['all']

/** The users who were reported, by arm (0 is the new variant): all, and those that servers told. */
export const peopleIn = async ({ db, measure }: Ctx, run: number): Promise<Omit<People, 'lastAt'>> => {
  const rows = await measure.people(db, { run, grainMs: null, fromMs: 0, toMs: always })
  const of = (arm: number, which: 'all' | 'trusted') => {
    const row = rows.find((one) => one.arm === arm)
    return which === 'all' ? (row?.n ?? 0) : trustedWays.reduce((sum, way) => sum + (row?.byVia[way] ?? 0), 0)
  }
  const units = (which: 'all' | 'trusted') => ({ treatment: of(0, which), control: of(1, which) })
  return { all: units('all'), trusted: units('trusted') }
}

/** Later than every exposure. */
const always = Date.UTC(9999, 0)

/** What is asked of an open run. `run`: its id. `place`: what rows carry for its environment. */
export type Asked<Question> = {
  run: number
  place: number
  openedAt: Date
  now: Date
  question: Question
  people: Omit<People, 'lastAt'>
}

/**
 * The exposed users who did it, by arm, of all rows anew: since their first exposure, within the window, as far as events
 * have arrived. Whoever was exposed by a page, or did it by a page's word, is not among those that servers told.
 */
export const whoDid = async (
  ctx: Ctx,
  { question, ...asked }: Asked<ShareQuestion>,
): Promise<{ all: ByArm<ArmCounts>; trusted: ByArm<ArmCounts> }> => {
  const { event, where, atLeast, fromMs, lengthMs, lagMs } = question
  const { people, run, place, openedAt, now } = asked
  const part = measuredPart({ event, where }, await eventsOf(ctx.db, ctx.project))
  if (!part) return { all: byArm(people.all, []), trusted: byArm(people.trusted, []) }
  return byWord(ctx, { ...asked, question, events: [part.event] }, async (word) => {
    const counted = await ctx.measure.firstEvents(ctx.db, {
      ...{ run, place, part, atLeast, window: { fromMs, lengthMs }, exposuresBy: word, eventsBy: word },
      ...{ sinceMs: openedAt.getTime(), untilMs: now.getTime() - lagMs },
    })
    return byArm(word === 'anyone' ? people.all : people.trusted, counted)
  })
}

/** The answer by everybody's word, and by that of servers alone; asked once where it is the same. */
export const byWord = async <Answer>(
  { db, measure }: Ctx,
  { people, openedAt, question, events }: Asked<{ serversOnly?: boolean }> & { events: readonly number[] },
  ask: (word: Word) => Promise<Answer>,
): Promise<{ all: Answer; trusted: Answer }> => {
  if (question.serversOnly) {
    const trusted = await ask('servers')
    return { all: trusted, trusted }
  }
  const all = await ask('anyone')
  const isTold =
    people.all.treatment === people.trusted.treatment &&
    people.all.control === people.trusted.control &&
    !(await measure.saidByPages(db, events, openedAt))
  return { all, trusted: isTold ? all : await ask('servers') }
}

const byArm = (units: Units, rows: readonly { arm: number; n: number }[]): ByArm<ArmCounts> => {
  const did = (arm: number) => rows.find((row) => row.arm === arm)?.n ?? 0
  return {
    treatment: { units: units.treatment, did: did(0) },
    control: { units: units.control, did: did(1) },
  }
}
