import type { Schedule } from '../../../shared/features/changes/schemas/change.ts'
import type { ScheduleTable } from '../../platform/db/change-tables.ts'

export const scheduleView = (
  row: Pick<ScheduleTable, 'dueAt' | 'zone' | 'madeBy' | 'madeAt'> | undefined,
): Schedule | null =>
  row ? { at: row.dueAt.toISOString(), zone: row.zone, madeBy: row.madeBy, madeAt: row.madeAt.toISOString() } : null
