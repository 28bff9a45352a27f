import type { Context } from '../../../shared/schemas/context.ts'
import type { EnvironmentCtx } from '../../kernel/ctx.ts'
import { contextsSince, personalAttributes } from './kept-queries.ts'

/** What moves are measured by: the contexts of a day, and the attributes that they are kept without. */
export type KeptContexts = { contexts: readonly Context[]; keptOut: readonly string[] }

const dayMs = 24 * 3_600_000
/** So long an answer is used again. */
const freshMs = 60_000
const most = 50

const kept = new Map<string, { readAtMs: number; of: KeptContexts }>()

/** The contexts that programs of an environment sent within a day; from memory, at most a minute old. */
export async function keptContexts({ db, environment, now }: EnvironmentCtx): Promise<KeptContexts> {
  const nowMs = now().getTime()
  const known = kept.get(environment.id)
  if (known && Math.abs(nowMs - known.readAtMs) < freshMs) return known.of
  const of = {
    contexts: await contextsSince(db, environment, new Date(nowMs - dayMs)),
    keptOut: await personalAttributes(db, environment),
  }
  kept.delete(environment.id)
  kept.set(environment.id, { readAtMs: nowMs, of })
  const [oldest] = kept.keys()
  if (kept.size > most && oldest !== undefined) kept.delete(oldest)
  return of
}
