import type { z } from 'zod'
import { explain } from '../../../shared/engine/explain.ts'
import { loadModules, modulesNeeded } from '../../../shared/engine/optional-modules.ts'
import type { ExplainAsOfInput, ExplanationAsOf } from '../../../shared/features/publishing/schemas/history.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { datafileAsOf } from '../publishing/datafile-as-of.ts'
import { schedulesAt } from './queries.ts'

type Input = Omit<z.output<typeof ExplainAsOfInput>, 'project' | 'environment'>

/**
 * Explains why a context got its value from a flag at a past time or revision: with the documents and clock of that
 * time, and the scheduled changes then pending. With only a revision, the clock is the time of its publication.
 */
export async function explainAsOf(ctx: EnvironmentCtx, input: Input): Promise<ExplanationAsOf> {
  const datafile = await datafileAsOf(ctx, input)
  const at = clockOf(input, datafile.publishedAt, ctx.now())
  const profiles = await loadModules(modulesNeeded(datafile))
  const { outcome, steps } = explain(datafile, input.flag, input.context, at.getTime(), undefined, profiles)
  const { flag, value, variant, reason, rule, prerequisite, errorCode } = outcome
  const waiting = await schedulesAt(ctx.db, ctx.environment.id, { kind: 'flag', key: input.flag }, at)
  return {
    revision: datafile.revision,
    at: at.toISOString(),
    outcome: { flag, ...(value === undefined ? {} : { value }), variant, reason, rule, prerequisite, errorCode },
    // Safe cast: the trace is data, and JSON omits undefined values.
    steps: JSON.parse(JSON.stringify(steps)) as Json[],
    scheduled: waiting.map(({ number, title, dueAt, zone }) => ({
      change: number,
      title,
      at: dueAt.toISOString(),
      zone,
    })),
  }
}

function clockOf({ at, revision }: Input, publishedAt: string, now: Date): Date {
  if (at !== undefined) return new Date(at)
  return revision === undefined ? now : new Date(publishedAt)
}
