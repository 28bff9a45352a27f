import type { User } from '../../../../shared/features/access/schemas/account.ts'
import type { PersonTable } from '../../../platform/db/schema.ts'

type Row = Pick<PersonTable, 'id' | 'email' | 'name' | 'instanceRole' | 'lastSeenAt' | 'createdAt'>

export const userView = (row: Row): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  instanceRole: row.instanceRole,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
})
