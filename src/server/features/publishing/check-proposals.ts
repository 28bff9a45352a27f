import { FanionError, type Problem } from '../../../shared/errors/fanion-error.ts'
import type { ProposedEntry } from '../../../shared/features/changes/schemas/change.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { type ProvenEnvironment, proveEnvironments } from '../../platform/kernel/scope.ts'
import { headNumberOf } from './history-queries.ts'

/**
 * Returns the environments of proposed entries by key. Throws for an unknown environment or one where the caller may
 * not edit changes, for duplicate entries, and for a base that does not exist yet. Documents may be incomplete.
 */
export async function checkProposals(
  ctx: ProjectCtx,
  entries: readonly ProposedEntry[],
): Promise<Map<string, ProvenEnvironment>> {
  const proven = new Map((await proveEnvironments(ctx.db, ctx.project)).map((one) => [one.key, one]))
  const used = new Map<string, ProvenEnvironment>()
  const seen = new Set<string>()
  for (const [index, { environment: key, kind, key: subject, base }] of entries.entries()) {
    const refuse = (path: string, problem: string, expected: string) => {
      const problems: Problem[] = [{ path: `entries[${index}].${path}`, problem, expected }]
      return new FanionError(path === 'environment' ? 'environment/not-found' : 'request/invalid', { problems })
    }
    const environment = proven.get(key)
    if (!environment) {
      throw refuse('environment', `environment "${key}" doesn’t exist`, `one of ${[...proven.keys()].join(', ')}`)
    }
    requirePermission(environment.role, 'change.edit', `${ctx.project.name}, ${environment.name}`)
    const place = `${kind} "${subject}" in ${key}`
    if (seen.has(place)) throw refuse('key', `${place} is listed twice`, 'one entry for each')
    const head = await headNumberOf(ctx.db, environment)
    if (base > head) throw refuse('base', `there is no revision ${base}`, `a number from 0 to ${head}`)
    seen.add(place)
    used.set(key, environment)
  }
  return used
}
