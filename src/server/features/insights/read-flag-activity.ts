import type { FlagLife, FlagLives, FlagLivesInput } from '../../../shared/features/insights/schemas/insights.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { projectIndexOf } from '../flags/project-indexes.ts'
import { capCount } from './cap-count.ts'
import { decisiveEnvironments, evidenceOf } from './flag-states.ts'
import { lifecycleStateOf, unseenAfterMs } from './lifecycle-state-of.ts'
import { countsOfFlags, emergencyOffFlags, hasCounts, lastHoursOf, nextScheduledChanges } from './queries.ts'

const hourMs = 3_600_000
const shownHours = 24

/** Returns recent activity of some flags, at most one page of the list. Unknown flags are omitted. */
export async function readFlagActivity(ctx: ProjectCtx, input: Pick<FlagLivesInput, 'flags'>): Promise<FlagLives> {
  const { db, project } = ctx
  const flags = [...new Set(input.flags)]
  const nowMs = ctx.now().getTime()
  const since = Math.floor(nowMs / hourMs) * hourMs - (shownHours - 1) * hourMs
  const unseenSince = new Date(nowMs - unseenAfterMs)
  const rows = new Map((await projectIndexOf(ctx).withPast(ctx)).map((row) => [row.flag.key, row]))
  const asked = decisiveEnvironments(await proveEnvironments(db, project))
  const [counts, seen, reporting, off, coming] = await Promise.all([
    countsOfFlags(db, project, flags, new Date(since)),
    lastHoursOf(db, project, unseenSince, flags),
    hasCounts(db, project, unseenSince),
    emergencyOffFlags(db, project, flags),
    nextScheduledChanges(db, project, flags),
  ])
  const lives = new Map(
    flags.map((flag) => [flag, { hours: new Array<number>(shownHours).fill(0), given: givenNowhere() }]),
  )
  for (const { flag, environment, variant, hour, count } of counts) {
    const life = lives.get(flag)
    if (life === undefined) continue
    if (hour !== null) {
      const at = Math.floor((hour.getTime() - since) / hourMs)
      if (at >= 0 && at < shownHours) life.hours[at] = capCount(count)
    } else if (environment !== null) {
      const there = life.given[environment] ?? []
      there.push([variant === '' ? null : variant, capCount(count)])
      life.given[environment] = there
    }
  }
  return {
    reporting: counts.length > 0 || (await hasCounts(db, project, new Date(since))),
    lives: flags.flatMap((flag): FlagLife[] => {
      const row = rows.get(flag)
      const life = lives.get(flag)
      if (row === undefined || life === undefined) return []
      const next = coming.find((one) => one.flag === flag)
      const seenHere = { seen: seen.has(flag), reporting, required: false }
      return [
        {
          flag,
          state: lifecycleStateOf(evidenceOf(row, asked, nowMs, seenHere)),
          ...life,
          rollingIn: Object.entries(row.cells).flatMap(([key, cell]) => (cell.rollout === null ? [] : [key])),
          killedIn: off.filter(({ key }) => key === flag).map(({ environment }) => environment),
          next: next
            ? { change: next.number, title: next.title, at: next.dueAt.toISOString(), places: next.places }
            : null,
        },
      ]
    }),
  }
}

const givenNowhere = (): FlagLife['given'] => ({})
