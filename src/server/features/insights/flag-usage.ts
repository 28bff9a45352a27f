import type { z } from 'zod'
import type { Usage, UsageInput } from '../../../shared/features/insights/schemas/insights.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { getFlag } from '../flags/get-flag.ts'
import { capCount } from './cap-count.ts'
import { countsOfFlag, lastHourOf, reportedHours, revisionsOfFlag } from './queries.ts'
import { usageRanges } from './usage-ranges.ts'

/** Counts evaluations of a flag that exceeded the time budget. */
type OverBudgetCtx = { readonly overBudget: (environmentId: string, flag: string) => number }

/**
 * Returns the evaluations of a flag's variants in an environment per time step. A step without any report from any
 * application has null counts, because no data does not mean no evaluations.
 */
export async function flagUsage(
  ctx: EnvironmentCtx & OverBudgetCtx,
  input: z.output<typeof UsageInput>,
): Promise<Usage> {
  const { db, environment } = ctx
  const { key: flag } = await getFlag(ctx, input.flag)
  const { steps, stepMs } = usageRanges[input.range]
  const now = ctx.now()
  const first = Math.floor(now.getTime() / stepMs) * stepMs - (steps - 1) * stepMs
  const since = new Date(first)
  const stepOf = (hour: Date) => Math.floor((hour.getTime() - first) / stepMs)
  const reported = new Set((await reportedHours(db, environment, since, now)).map(stepOf))
  const byVariant = new Map<string, number[]>()
  for (const { variant, hour, count } of await countsOfFlag(db, environment, flag, since)) {
    const counts = byVariant.get(variant) ?? Array.from({ length: steps }, () => 0)
    const at = stepOf(hour)
    counts[at] = capCount((counts[at] ?? 0) + Number(count))
    byVariant.set(variant, counts)
  }
  const series = [...byVariant]
    .map(([variant, counts]) => ({ variant, counts, total: capCount(counts.reduce((sum, count) => sum + count, 0)) }))
    .toSorted((a, b) => b.total - a.total)
  const lastHour = await lastHourOf(db, environment, flag)
  const revisions = await revisionsOfFlag(db, environment, flag, since)
  return {
    steps: Array.from({ length: steps }, (_, at) => new Date(first + at * stepMs).toISOString()),
    stepMs,
    series: series.map(({ variant, counts }) => ({
      variant: variant === '' ? null : variant,
      counts: counts.map((count, at) => (reported.has(at) ? count : null)),
    })),
    total: capCount(series.reduce((sum, { total }) => sum + total, 0)),
    lastSeenAt: lastHour?.hour?.toISOString() ?? null,
    overBudget: ctx.overBudget(environment.id, flag),
    published: revisions.map(({ number, publishedAt, message, actorKind, actorId, actorName }) => ({
      number,
      at: publishedAt.toISOString(),
      actor: { kind: actorKind, id: actorId, name: actorName },
      message,
    })),
  }
}
