import type { FlagState, FlagStates } from '../../../shared/schemas/insights.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { proveEnvironments } from '../../kernel/scope.ts'
import type { IndexedFlag } from '../flags/project-index.ts'
import { indexOf } from '../flags/project-indexes.ts'
import { countsSince, lastHoursOf, requirements } from './queries.ts'
import { readable } from './readable.ts'
import { bucketOf, type Evidence, stateOf, unseenAfterMs } from './state-of.ts'

const dayMs = 24 * 3_600_000

/** The state of every live flag of the project, with what it follows from; ordered by key. */
export async function flagStates(ctx: ProjectCtx): Promise<FlagStates> {
  const { db, project } = ctx
  const nowMs = ctx.now().getTime()
  const flags = (await indexOf(ctx).withPast(ctx)).filter(({ flag }) => flag.archivedAt === null)
  const asked = telling(await proveEnvironments(db, project))
  const [seen, lately, required] = await Promise.all([
    lastHoursOf(db, project, new Date(nowMs - unseenAfterMs)),
    countsSince(db, project, new Date(nowMs - dayMs)),
    requirements(db, project),
  ])
  const lastHourOf = new Map(seen.map(({ flag, lastHour }) => [flag, lastHour]))
  const requiredBy = new Map<string, string[]>()
  for (const { key, toKey } of required) requiredBy.set(toKey, [...(requiredBy.get(toKey) ?? []), key])
  const reporting = seen.length > 0
  return {
    reporting,
    flags: flags.map((row) => {
      const { flag } = row
      const held = settledOf(row, asked)
      const lastHour = lastHourOf.get(flag.key)
      const seen = { seen: lastHour !== undefined, reporting, required: requiredBy.has(flag.key) }
      const evidence = evidenceOf(row, asked, nowMs, seen)
      return {
        flag: flag.key,
        name: flag.name,
        permanence: flag.permanence,
        state: stateOf(evidence),
        bucket: bucketOf(evidence),
        settled: held ? { variant: held.variant || null, since: new Date(held.sinceMs).toISOString() } : null,
        lastSeenAt: lastHour?.toISOString() ?? null,
        evaluationsPerDay: readable(lately.get(flag.key) ?? 0),
        requiredBy: requiredBy.get(flag.key) ?? [],
      }
    }),
  }
}

/** All that a flag's state depends on, of its row in the index and of what programs counted. */
export function evidenceOf(
  row: IndexedFlag,
  asked: readonly string[],
  nowMs: number,
  counted: Pick<Evidence, 'seen' | 'reporting' | 'required'>,
): Evidence {
  const { flag } = row
  return {
    nowMs,
    createdMs: Date.parse(flag.createdAt),
    temporary: flag.permanence === 'temporary',
    expectedEndMs: flag.expectedEnd === null ? null : Date.parse(flag.expectedEnd),
    offEverywhere: row.onIn === 0,
    neverOn: !row.everOn,
    settledSinceMs: settledOf(row, asked)?.sinceMs ?? null,
    ...counted,
  }
}

/** The environments that say what a flag's state is: the protected ones, or all where none is. */
export const telling = <Env extends { key: string; protected: boolean }>(all: readonly Env[]): string[] =>
  (all.some((one) => one.protected) ? all.filter((one) => one.protected) : all).map(({ key }) => key)

/** The state of each live flag by its key. */
export const stateByKey = async (ctx: ProjectCtx): Promise<ReadonlyMap<string, FlagState>> =>
  new Map((await flagStates(ctx)).flags.map(({ flag, state }) => [flag, state]))

/**
 * The variant that a flag gives everybody in every protected environment (in every one where none is protected), and since
 * when at least. One that is off there and on elsewhere is on its way, not settled.
 */
function settledOf(
  { cells, onIn }: IndexedFlag,
  asked: readonly string[],
): { variant: string; sinceMs: number } | undefined {
  let variant: string | undefined
  let [onThere, sinceMs] = [0, 0]
  for (const environment of asked) {
    const cell = cells[environment]
    variant ??= cell?.sole
    if (cell?.sole === undefined || cell.sole !== variant) return undefined
    if (cell.on) onThere++
    sinceMs = Math.max(sinceMs, cell.soleSinceMs)
  }
  return variant === undefined || (onThere === 0 && onIn > 0) ? undefined : { variant, sinceMs }
}
