import type { z } from 'zod'
import type { Rollout, Rollouts, RolloutsInput } from '../../../shared/features/insights/schemas/insights.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { projectIndexOf } from '../flags/project-indexes.ts'
import { decisiveEnvironments } from './flag-states.ts'
import { nextScheduledChanges } from './queries.ts'

/** Lists a page of the flags being rolled out by key, with the scheduled changes of each. */
export async function rollouts(
  ctx: ProjectCtx,
  { cursor, limit }: Pick<z.output<typeof RolloutsInput>, 'cursor' | 'limit'>,
): Promise<Rollouts> {
  const asked = decisiveEnvironments(await proveEnvironments(ctx.db, ctx.project))
  const found = (await projectIndexOf(ctx).flags(ctx, true)).flatMap(({ flag, cells }): Omit<Rollout, 'next'>[] => {
    const environment = asked.find((key) => cells[key]?.rollout)
    const cell = environment === undefined ? undefined : cells[environment]
    if (flag.archivedAt !== null || environment === undefined || !cell?.rollout) return []
    const since = new Date(cell.publishedMs).toISOString()
    return [{ flag: flag.key, name: flag.name, environment, since, ...cell.rollout }]
  })
  const from = cursor == null ? 0 : found.findIndex(({ flag }) => flag > cursor)
  const page = from < 0 ? [] : found.slice(from, from + limit)
  const coming = new Map(
    (
      await nextScheduledChanges(
        ctx.db,
        ctx.project,
        page.map(({ flag }) => flag),
      )
    ).map((one) => [one.flag, one]),
  )
  const isEnd = from < 0 || from + limit >= found.length
  return {
    rollouts: page.map((one) => {
      const next = coming.get(one.flag)
      return {
        ...one,
        next: next
          ? { change: next.number, title: next.title, at: next.dueAt.toISOString(), places: next.places }
          : null,
      }
    }),
    total: found.length,
    next: isEnd ? null : (page.at(-1)?.flag ?? null),
  }
}
