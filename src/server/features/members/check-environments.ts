import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'

/** Returns the keys without duplicates. Throws `environment/not-found` for the first that does not exist. */
export async function checkEnvironments(ctx: ProjectCtx, keys: readonly string[] | null): Promise<string[] | null> {
  if (!keys) return null
  const known = (await proveEnvironments(ctx.db, ctx.project)).map((environment) => environment.key)
  const unknown = keys.findIndex((key) => !known.includes(key))
  if (unknown < 0) return [...new Set(keys)]
  const path = `environments[${unknown}]`
  const problem = {
    path,
    problem: `environment "${keys[unknown]}" doesn’t exist`,
    expected: `one of ${known.join(', ')}`,
  }
  throw new FanionError('environment/not-found', { problems: [problem] })
}
