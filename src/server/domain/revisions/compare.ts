import type { z } from 'zod'
import type { CompareInput, Comparison } from '../../../shared/schemas/history.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { type ProvenEnvironment, proveEnvironment } from '../../kernel/scope.ts'
import { differs } from './diff.ts'
import { headDifferences, headNumberOf } from './history-queries.ts'

/** What differs between two environments of the project now, a page at a time. */
export async function compare(ctx: ProjectCtx, input: z.output<typeof CompareInput>): Promise<Comparison> {
  const from = await proveEnvironment(ctx.db, ctx.project, input.from)
  const to = await proveEnvironment(ctx.db, ctx.project, input.to)
  const rows = await headDifferences(ctx.db, from, to, input.after, input.limit)
  const last = rows.at(-1)
  return {
    from: await positionOf(ctx, from),
    to: await positionOf(ctx, to),
    differences: rows.filter((row) => differs(row.before, row.after)),
    next: rows.length === input.limit && last ? { kind: last.kind, key: last.key } : null,
  }
}

/** An environment with its newest revision: the base of what is made of an answer. */
export const positionOf = async ({ db }: ProjectCtx, environment: ProvenEnvironment) => ({
  environment: environment.key,
  revision: await headNumberOf(db, environment),
})
