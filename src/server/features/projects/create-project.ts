import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { CreateProjectInput, Project } from '../../../shared/features/projects/schemas/project.ts'
import { uniqueViolation } from '../../platform/db/failure.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { requireCaller } from '../../platform/kernel/require-permission.ts'
import { insertEnvironments, insertMembership, insertProject } from './queries.ts'
import { projectView } from './view.ts'

/** Initial environments of a project. They can be changed later. */
const firstEnvironments = [
  { key: 'development', name: 'Development', colour: 'teal', protected: false },
  { key: 'staging', name: 'Staging', colour: 'violet', protected: false },
  { key: 'production', name: 'Production', colour: 'red', protected: true },
] as const

/** Creates a project with development, staging and a protected production. Its creator becomes its admin. */
export async function createProject(ctx: Ctx, input: z.output<typeof CreateProjectInput>): Promise<Project> {
  const creator = personIdOf(requireCaller(ctx.actor))
  const now = ctx.now()
  const row = {
    id: ctx.newId(),
    ...input,
    flagKeyPattern: null,
    dialect: 'native' as const,
    protectReaders: false,
    createdAt: now,
    archivedAt: null,
  }
  try {
    await inTransaction(ctx, async (tx) => {
      await insertProject(tx.db, row)
      if (creator) {
        const admin = { role: 'admin', environments: null } as const
        await insertMembership(tx.db, { projectId: row.id, personId: creator, ...admin, createdAt: now })
      }
      await insertEnvironments(
        tx.db,
        firstEnvironments.map((environment, position) => ({
          id: ctx.newId(),
          projectId: row.id,
          ...environment,
          position,
          requiredApprovals: 0,
          createdAt: now,
        })),
      )
      await audit(tx, { action: 'project.create', subject: row.key, projectId: row.id, after: input })
    })
  } catch (error) {
    if (uniqueViolation(error) !== 'project_key_key') throw error
    const problem = { path: 'key', problem: `"${input.key}" is taken`, expected: 'a key no other project has' }
    throw new FanionError('project/key-taken', { problems: [problem] })
  }
  return projectView(row, 'owner')
}
