import { isUnavailable } from '../../db/failure.ts'
import { projectIn } from './project-in.ts'
import { t } from './trpc.ts'

/**
 * Place after a `may…`: lets the query read from a replica that is seconds behind. Permissions are checked on the
 * primary first. Not for reads that decide something or fill a cache.
 */
export const fromReplica = t.middleware(async ({ ctx, next, getRawInput }) => {
  const { replica } = ctx.pools
  const db = replica?.for(projectIn(await getRawInput().catch(() => undefined)), ctx.actor.id)
  if (replica === undefined || db === undefined) return next()
  const result = await next({ ctx: { db } })
  if (result.ok || !isUnavailable(result.error.cause)) return result
  replica.failed(result.error.cause)
  return next()
})
