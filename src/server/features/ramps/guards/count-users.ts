import type {
  ArmCounts,
  ByArm,
  ReportedUsers,
  ShareQuestion,
} from '../../../../shared/features/ramps/guard-question.ts'
import { trustedSources } from '../../../platform/event-store/rows.ts'
import type { SourceTrust } from '../../../platform/event-store/store.ts'
import type { EventStoreCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { eventsOf } from '../../events/queries.ts'
import { resolveMetricPart } from '../../metrics/unit-measure.ts'

type Ctx = ProjectCtx & EventStoreCtx
type Units = ReportedUsers['all']

/** The reported users by arm (0 is the new variant): all, and those reported by servers. */
export const countRampUsers = async ({ db, measure }: Ctx, run: number): Promise<Omit<ReportedUsers, 'lastAt'>> => {
  const rows = await measure.people(db, { run, grainMs: null, fromMs: 0, toMs: always })
  const of = (arm: number, which: 'all' | 'trusted') => {
    const row = rows.find((one) => one.arm === arm)
    return which === 'all' ? (row?.n ?? 0) : trustedSources.reduce((sum, way) => sum + (row?.byVia[way] ?? 0), 0)
  }
  const units = (which: 'all' | 'trusted') => ({ treatment: of(0, which), control: of(1, which) })
  return { all: units('all'), trusted: units('trusted') }
}

/** Later than all exposures. */
const always = Date.UTC(9999, 0)

/** A question about an open run. `run` is its id; `place` is the environment's number in the event store. */
export type RampQuestion<Question> = {
  run: number
  place: number
  openedAt: Date
  now: Date
  question: Question
  people: Omit<ReportedUsers, 'lastAt'>
}

/**
 * The exposed users with the event, by arm, computed over all rows: after their first exposure, within the window, up
 * to the lag for late events. The trusted counts exclude exposures and events reported by pages.
 */
export const countUsersWithEvent = async (
  ctx: Ctx,
  { question, ...asked }: RampQuestion<ShareQuestion>,
): Promise<{ all: ByArm<ArmCounts>; trusted: ByArm<ArmCounts> }> => {
  const { event, where, atLeast, fromMs, lengthMs, lagMs } = question
  const { people, run, place, openedAt, now } = asked
  const part = resolveMetricPart({ event, where }, await eventsOf(ctx.db, ctx.project))
  if (!part) return { all: byArm(people.all, []), trusted: byArm(people.trusted, []) }
  return resultByTrust(ctx, { ...asked, question, events: [part.event] }, async (word) => {
    const counted = await ctx.measure.firstEvents(ctx.db, {
      ...{ run, place, part, atLeast, window: { fromMs, lengthMs }, exposuresBy: word, eventsBy: word },
      ...{ sinceMs: openedAt.getTime(), untilMs: now.getTime() - lagMs },
    })
    return byArm(word === 'anyone' ? people.all : people.trusted, counted)
  })
}

/** Computes the result over all reports and over those from servers alone. Queries once if both are the same. */
export const resultByTrust = async <Answer>(
  { db, measure }: Ctx,
  { people, openedAt, question, events }: RampQuestion<{ serversOnly?: boolean }> & { events: readonly number[] },
  ask: (word: SourceTrust) => Promise<Answer>,
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
