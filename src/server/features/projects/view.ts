import type { Selectable } from 'kysely'
import type { Environment, Project, Role } from '../../../shared/features/projects/schemas/project.ts'
import type { ProjectTable } from '../../platform/db/schema.ts'
import type { environmentsOf } from './queries.ts'

/** A project as the API returns it to a caller with this role. */
export const projectView = (row: Omit<Selectable<ProjectTable>, 'archivedAt' | 'lastRun'>, role: Role): Project => ({
  id: row.id,
  key: row.key,
  name: row.name,
  description: row.description,
  flagKeyPattern: row.flagKeyPattern,
  dialect: row.dialect,
  protectReaders: row.protectReaders,
  createdAt: row.createdAt.toISOString(),
  role,
})

export const environmentView = (row: Awaited<ReturnType<typeof environmentsOf>>[number]): Environment => ({
  id: row.id,
  key: row.key,
  name: row.name,
  colour: row.colour,
  position: row.position,
  protected: row.protected,
  requiredApprovals: row.requiredApprovals,
  sampling: row.sampling,
  moveLimitPer100k: row.moveLimitPer100k,
  revision: row.headNumber,
})
