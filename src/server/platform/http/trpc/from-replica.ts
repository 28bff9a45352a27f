import { isUnavailable } from '../../db/failure.ts'
import { projectIn } from './project-in.ts'
import { t } from './trpc.ts'

/**
 * Put behind a `may…`: what is asked may be read from a copy of the database that is seconds behind. Rights are looked up in the
 * database itself before; nothing that decides, and nothing that fills a cache, is asked this way.
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
