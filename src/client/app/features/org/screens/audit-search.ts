import { type Days, searchDay, searchNumber } from '../../../components/days.ts'
import { searchText } from '../../../components/search-text.ts'

/** Search parameters of the audit log. `before` is a sequence number. */
export type AuditSearch = Days & {
  who?: string | undefined
  what?: string | undefined
  project?: string | undefined
  env?: string | undefined
  before?: number | undefined
}

export const auditSearch = (search: Record<string, unknown>): AuditSearch => {
  const project = searchText(search['project'])
  return {
    who: searchText(search['who']),
    what: searchText(search['what']),
    project,
    // An environment filter requires a project.
    env: project === undefined ? undefined : searchText(search['env']),
    from: searchDay(search['from']),
    to: searchDay(search['to']),
    before: searchNumber(search['before']),
  }
}
