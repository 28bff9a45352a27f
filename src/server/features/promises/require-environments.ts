import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { type ProvenEnvironment, proveEnvironments } from '../../platform/kernel/scope.ts'

/** Returns the environments with these keys, or all, ordered by id. Throws `environment/not-found`. */
export async function requireEnvironments(
  ctx: ProjectCtx,
  keys: readonly string[] | null,
): Promise<ProvenEnvironment[]> {
  const all = await proveEnvironments(ctx.db, ctx.project)
  const missing = keys?.find((key) => !all.some((one) => one.key === key))
  if (missing !== undefined) {
    const sentence = `Project "${ctx.project.key}" has no environment "${missing}".`
    throw new FanionError('environment/not-found', { project: ctx.project.key, environment: missing }, sentence)
  }
  return all.filter(({ key }) => keys?.includes(key) ?? true).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
