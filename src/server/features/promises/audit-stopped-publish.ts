import { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { PromiseState } from '../../../shared/features/promises/schemas/promise.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { audit } from '../../platform/kernel/audit.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { invariantsStoppedSince } from './event-queries.ts'

/** Repeated attempts within this time, in ms, are recorded once. */
const onceMs = 3_600_000

/** Error details of a rejected publish. The error about saving a promise that is not kept has no `mayBreak`. */
const Stopped = z.object({
  environment: z.string(),
  promises: z.array(z.object({ promise: z.string(), name: z.string(), sentence: z.string(), state: PromiseState })),
  mayBreak: z.boolean(),
})

/** The details of an error about promises that stopped a publish. Undefined for other errors. */
export const stoppedInvariantsOf = (error: unknown): z.infer<typeof Stopped> | undefined =>
  error instanceof FanionError && (error.code === 'promise/broken' || error.code === 'promise/unproven')
    ? Stopped.safeParse(error.details).data
    : undefined

/**
 * Audits, for each promise, that it stopped the caller's publish. Its owner sees it in the inbox, and webhooks fire. At
 * most once an hour per promise, environment and actor.
 */
export async function auditStoppedPublish(
  ctx: ProjectCtx & { readonly db: Tx },
  { environment: key, promises }: z.infer<typeof Stopped>,
  change: number | null,
): Promise<void> {
  const environment = (await proveEnvironments(ctx.db, ctx.project)).find((one) => one.key === key)
  if (environment === undefined) return
  const subjectOf = (promise: string) => `${ctx.project.key}/${promise}`
  const since = new Date(ctx.now().getTime() - onceMs)
  const subjects = promises.map(({ promise }) => subjectOf(promise))
  // attempts for different changes are not repetitions
  const known =
    change === null ? await invariantsStoppedSince(ctx.db, environment, subjects, ctx.actor.id, since) : new Set()
  for (const { promise, name, sentence, state } of promises) {
    if (known.has(subjectOf(promise))) continue
    await audit(ctx, {
      action: 'promise.stopped',
      subject: subjectOf(promise),
      projectId: ctx.project.id,
      environmentId: environment.id,
      after: { name, sentence, state, ...(change !== null && { change }) },
    })
  }
}
