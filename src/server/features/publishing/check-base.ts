import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { entriesSince } from './queries.ts'
import type { Subject } from './subject-queries.ts'

/**
 * Throws `revision/stale` if one of the subjects was published after `base`. Publishes of other subjects are no
 * conflict. The details contain the other editor's documents, so that the editor can choose.
 */
export async function checkBase(
  ctx: EnvironmentCtx,
  head: number,
  base: number,
  subjects: readonly Subject[],
): Promise<void> {
  requireKnownBase(ctx, head, base)
  if (base === head) return
  const theirs = await entriesSince(ctx.db, ctx.environment, base, subjects)
  if (theirs.length === 0) return
  const names = theirs.map((entry) => `${entry.kind} "${entry.key}" (revision ${entry.number}, ${entry.actorName})`)
  throw new FanionError(
    'revision/stale',
    { base, head, theirs },
    `Not published: someone has published ${names.join(', ')} since revision ${base}.`,
  )
}

/** Rejects a base that is not a revision of the environment yet, as a problem of the field `base`. */
export function requireKnownBase(
  { environment }: Pick<EnvironmentCtx, 'environment'>,
  head: number,
  base: number,
): void {
  if (base <= head) return
  const expected = `a number from 0 to ${head}, the newest revision of ${environment.key}`
  throw new FanionError('request/invalid', {
    problems: [{ path: 'base', problem: `there is no revision ${base}`, expected }],
  })
}
