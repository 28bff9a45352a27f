import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { EditProjectInput, Project } from '../../../shared/features/projects/schemas/project.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx, proverOf } from '../../platform/kernel/ctx.ts'
import { withCachedProofs, withProofs } from '../../platform/threads/patterns/with-proofs.ts'
import { findProject, updateProject } from './queries.ts'
import { projectView } from './view.ts'

/**
 * Updates a project's name and the pattern for keys of new flags. Existing flags keep their keys. Throws
 * `rule/unsafe-pattern` if the pattern is invalid or could cause catastrophic backtracking.
 */
export async function editProject(ctx: ProjectCtx, input: EditProjectInput): Promise<Project> {
  const { flagKeyPattern: pattern } = input
  if (pattern) await withProofs(proverOf(ctx), async () => refuseUnsafe(pattern))
  return inTransaction(ctx, async (tx) => {
    const was = await findProject(tx.db, tx.project)
    const { name, description, flagKeyPattern, dialect, protectReaders } = was
    const before = { name, description, flagKeyPattern, dialect, protectReaders }
    const after = {
      name: input.name ?? name,
      description: input.description ?? description,
      flagKeyPattern: input.flagKeyPattern === undefined ? flagKeyPattern : input.flagKeyPattern,
      dialect: input.dialect ?? dialect,
      protectReaders: input.protectReaders ?? protectReaders,
    }
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await updateProject(tx.db, tx.project.id, after)
      await audit(tx, { action: 'project.edit', subject: tx.project.key, projectId: tx.project.id, before, after })
    }
    return projectView({ ...was, ...after }, tx.project.role)
  })
}

function refuseUnsafe(pattern: string): void {
  const found = withCachedProofs((prove) => prove(pattern, false, 'flagKeyPattern'))
  if (found === null) return
  const problem = { path: 'flagKeyPattern', problem: `it ${found.problem}`, expected: found.expected }
  throw new FanionError('rule/unsafe-pattern', { problems: [problem] })
}
