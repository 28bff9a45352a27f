import type { z } from 'zod'
import type { Evaluations, EvaluationsInput } from '../../../shared/features/insights/schemas/insights.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { capCount } from './cap-count.ts'
import { hoursOfProject } from './queries.ts'
import { usageRanges } from './usage-ranges.ts'

/**
 * Returns the evaluations of a project's flags per environment and time step, and the total of the preceding period.
 * Reads one row per hour and environment, regardless of the number of flags.
 */
export async function evaluations(
  ctx: ProjectCtx,
  input: Pick<z.output<typeof EvaluationsInput>, 'range'>,
): Promise<Evaluations> {
  const { steps, stepMs } = usageRanges[input.range]
  const first = Math.floor(ctx.now().getTime() / stepMs) * stepMs - (steps - 1) * stepMs
  const rows = await hoursOfProject(ctx.db, ctx.project, new Date(first - steps * stepMs))
  const reported = new Set<number>()
  const byEnvironment = new Map<string, number[]>()
  let before = 0
  for (const { environment, hour, count } of rows) {
    const at = Math.floor((hour.getTime() - first) / stepMs)
    if (at < 0) before = capCount(before + Number(count))
    else if (at < steps) {
      const counts = byEnvironment.get(environment) ?? Array.from({ length: steps }, () => 0)
      counts[at] = capCount((counts[at] ?? 0) + Number(count))
      byEnvironment.set(environment, counts)
      reported.add(at)
    }
  }
  return {
    steps: Array.from({ length: steps }, (_, at) => new Date(first + at * stepMs).toISOString()),
    stepMs,
    series: [...byEnvironment].map(([environment, counts]) => ({
      environment,
      counts: counts.map((count, at) => (reported.has(at) ? count : null)),
    })),
    total: capCount([...byEnvironment.values()].flat().reduce((sum, count) => sum + count, 0)),
    before,
  }
}
