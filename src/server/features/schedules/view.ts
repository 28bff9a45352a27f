import type { Schedule } from '../../../shared/features/changes/schemas/change.ts'
import type { ScheduleTable } from '../../platform/db/change-tables.ts'

/** A running schedule as the API shows it. */
export const scheduleView = (
  row: Pick<ScheduleTable, 'dueAt' | 'zone' | 'madeBy' | 'madeAt'> | undefined,
): Schedule | null =>
  row ? { at: row.dueAt.toISOString(), zone: row.zone, madeBy: row.madeBy, madeAt: row.madeAt.toISOString() } : null
