import type { z } from 'zod'
import { cleanupReason, cleanupVerdicts } from '../../../shared/features/builds/cleanup-verdict.ts'
import type {
  CleanupReason,
  FlagState,
  FlagStates,
  FlagStatesInput,
} from '../../../shared/features/insights/schemas/insights.ts'
import { limits } from '../../../shared/limits.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import type { IndexedFlag } from '../flags/project-index.ts'
import { projectIndexOf } from '../flags/project-indexes.ts'
import { capCount } from './cap-count.ts'
import { type CodeEvidence, codeEvidence } from './cleanup-evidence.ts'
import { dayCounts } from './day-counts.ts'
import { isReadyForCleanup, type LifecycleEvidence, lifecycleStateOf, unseenAfterMs } from './lifecycle-state-of.ts'
import { flagRequirements, lastHoursOf } from './queries.ts'

type Input = Partial<Omit<z.output<typeof FlagStatesInput>, 'project'>>

/**
 * Lists a page of the project's active flags by key, optionally of one verdict, with the state of each and the evidence
 * for it.
 */
export async function flagStates(ctx: ProjectCtx, { verdict, query, cursor, limit }: Input = {}): Promise<FlagStates> {
  const nowMs = ctx.now().getTime()
  const { reporting, found } = await flagsWithEvidence(ctx)
  const done = found.filter(({ evidence }) => isReadyForCleanup(evidence)).map(({ row }) => row.flag.key)
  const code = await codeEvidence(ctx, done)
  const reasons = new Map(
    found.flatMap((one) =>
      isReadyForCleanup(one.evidence) ? [[one.row.flag.key, reasonOf(one, code, reporting, nowMs)]] : [],
    ),
  )
  const totals = { archive: 0, remove: 0, keep: 0 }
  for (const reason of reasons.values()) totals[cleanupVerdicts[reason]]++
  const words = query?.trim().toLowerCase() ?? ''
  const asked = found.filter(({ row: { flag } }) => {
    const reason = reasons.get(flag.key)
    const isWanted = verdict === undefined || (reason !== undefined && cleanupVerdicts[reason] === verdict)
    return isWanted && (flag.key.toLowerCase().includes(words) || flag.name.toLowerCase().includes(words))
  })
  const rest = typeof cursor === 'string' ? asked.filter(({ row }) => row.flag.key > cursor) : asked
  const page = rest.slice(0, limit ?? limits.flagListRows)
  const dayCount = await dayCounts(
    ctx,
    page.map(({ row }) => row.flag.key),
  )
  const instant = (ms: number) => new Date(ms).toISOString()
  return {
    reporting,
    totals,
    flags: page.map(({ row: { flag }, evidence, held, lastHourMs, requiredBy }) => {
      const why = reasons.get(flag.key) ?? null
      return {
        flag: flag.key,
        name: flag.name,
        permanence: flag.permanence,
        owner: flag.owner,
        state: lifecycleStateOf(evidence),
        verdict: why && cleanupVerdicts[why],
        why,
        settled: held ? { variant: held.variant || null, since: instant(held.sinceMs) } : null,
        lastSeenAt: lastHourMs === undefined ? null : instant(lastHourMs),
        evaluationsPerDay: capCount(dayCount(flag)),
        requiredBy,
        ...code.of(flag.key),
      }
    }),
    next: page.length < rest.length ? (page.at(-1)?.row.flag.key ?? null) : null,
  }
}

type FlagWithEvidence = Awaited<ReturnType<typeof flagsWithEvidence>>['found'][number]

/** The recommended cleanup of a flag that has done its work, based on all evidence. */
function reasonOf(one: FlagWithEvidence, code: CodeEvidence, reporting: boolean, nowMs: number): CleanupReason {
  const { row, requiredBy, lastHourMs } = one
  const { builds, code: found, promises } = code.of(row.flag.key)
  return cleanupReason({
    permanent: row.flag.permanence === 'permanent',
    requiredBy: requiredBy.length,
    promises: promises.length,
    rolling: row.rollingIn > 0,
    builds: builds.live,
    told: code.told,
    reads: found.reads,
    scanned: code.scanned,
    silentMs: lastHourMs === undefined ? null : nowMs - lastHourMs,
    reporting,
  })
}

/** All active flags of the project by key, with the evidence for their state. */
export async function flagsWithEvidence(ctx: ProjectCtx) {
  const { db, project } = ctx
  const nowMs = ctx.now().getTime()
  const flags = (await projectIndexOf(ctx).withPast(ctx)).filter(({ flag }) => flag.archivedAt === null)
  const asked = decisiveEnvironments(await proveEnvironments(db, project))
  const [seen, required] = await Promise.all([
    lastHoursOf(db, project, new Date(nowMs - unseenAfterMs)),
    flagRequirements(db, project),
  ])
  const requiredBy = new Map<string, string[]>()
  for (const { key, toKey } of required) {
    const known = requiredBy.get(toKey)
    if (known) known.push(key)
    else requiredBy.set(toKey, [key])
  }
  const reporting = seen.size > 0
  return {
    reporting,
    found: flags.map((row) => {
      const { key } = row.flag
      const held = settledOf(row, asked)
      const lastHourMs = seen.get(key)
      const counted = { seen: lastHourMs !== undefined, reporting, required: requiredBy.has(key) }
      const evidence = evidenceIn(row, held?.sinceMs, nowMs, counted)
      return { row, evidence, held, lastHourMs, requiredBy: requiredBy.get(key) ?? [] }
    }),
  }
}

/** The evidence for a flag's state from its index row and its evaluation counts. */
export function evidenceOf(
  row: IndexedFlag,
  asked: readonly string[],
  nowMs: number,
  counted: CountedEvidence,
): LifecycleEvidence {
  return evidenceIn(row, settledOf(row, asked)?.sinceMs, nowMs, counted)
}

type CountedEvidence = Pick<LifecycleEvidence, 'seen' | 'reporting' | 'required'>

function evidenceIn(
  row: IndexedFlag,
  settledSinceMs: number | undefined,
  nowMs: number,
  counted: CountedEvidence,
): LifecycleEvidence {
  return {
    nowMs,
    createdMs: row.createdMs,
    temporary: row.flag.permanence === 'temporary',
    expectedEndMs: row.expectedEndMs,
    offEverywhere: row.onIn === 0,
    neverOn: !row.everOn,
    settledSinceMs: settledSinceMs ?? null,
    seen: counted.seen,
    reporting: counted.reporting,
    required: counted.required,
  }
}

/** The environments that determine a flag's state: the protected ones, or all if none is protected. */
export const decisiveEnvironments = <Env extends { key: string; protected: boolean }>(all: readonly Env[]): string[] =>
  (all.some((one) => one.protected) ? all.filter((one) => one.protected) : all).map(({ key }) => key)

export const stateByKey = async (ctx: ProjectCtx): Promise<ReadonlyMap<string, FlagState>> =>
  new Map((await flagsWithEvidence(ctx)).found.map(({ row, evidence }) => [row.flag.key, lifecycleStateOf(evidence)]))

/**
 * The variant that all users get in every protected environment (in all environments if none is protected), and the
 * latest time by which this was so. A flag that is off there and on elsewhere is still being introduced, not settled.
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
