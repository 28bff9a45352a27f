import type { SampledContext, SamplingRequest } from '../../../shared/features/usage/schemas/telemetry.ts'
import { limits } from '../../../shared/limits.ts'
import type { Db } from '../../platform/db/pool.ts'
import { deleteContextsBefore, personalAttributesToOmit, upsertContexts } from './context-queries.ts'

export const contextRetentionMs = 24 * 3_600_000

/**
 * Stores the contexts of a report if the environment samples them, and returns what the next report should contain.
 * Unrequested contexts are dropped, as are contexts that still contain personal data because the program has not
 * received the latest request.
 */
export async function storeContexts(
  db: Db,
  now: Date,
  environmentId: string,
  contexts: readonly SampledContext[],
): Promise<SamplingRequest | null> {
  const without = await personalAttributesToOmit(db, environmentId)
  if (without === null) return null
  const clean = contexts.filter((context) => !containsAnyPath(context, without))
  if (clean.length > 0) {
    await upsertContexts(db, environmentId, clean, now)
    await deleteContextsBefore(db, environmentId, new Date(now.getTime() - contextRetentionMs), limits.keptContexts)
  }
  return { contexts: limits.sampledContexts, without }
}

export const containsAnyPath = (context: SampledContext, paths: readonly string[]): boolean =>
  paths.some((path) => holds(context, namesIn(path)))

/** Splits a path at its unescaped dots. */
const namesIn = (path: string) => path.split(/(?<!\\)\./).map((name) => name.replaceAll('\\.', '.'))

const holds = (context: object, [name = '', ...rest]: readonly string[]): boolean => {
  if (!Object.hasOwn(context, name)) return false
  const inner: unknown = Reflect.get(context, name)
  return rest.length === 0 || (typeof inner === 'object' && inner !== null && holds(inner, rest))
}
