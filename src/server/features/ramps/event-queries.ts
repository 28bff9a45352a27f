import { sql } from 'kysely'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

export const eventsOfRamp = (db: Db, project: ProvenProject, number: number) =>
  db
    .selectFrom('event')
    .select(['at', 'action', 'actorName', sql<Record<string, unknown> | null>`after`.as('after')])
    .where('projectId', '=', project.id)
    .where('subject', '=', `${project.key}/ramps/${number}`)
    .orderBy('sequence')
    .execute()
