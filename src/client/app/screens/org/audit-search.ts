import { searchText } from '../../ui/search-text.ts'

/** Which events are shown: of one action, and those before a sequence number. */
export type AuditSearch = { action?: string | undefined; before?: number | undefined }

export const auditSearch = ({ action, before }: Record<string, unknown>): AuditSearch => ({
  action: searchText(action),
  before: typeof before === 'number' && Number.isInteger(before) && before > 0 ? before : undefined,
})
