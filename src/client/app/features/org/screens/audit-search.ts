import { type Days, searchDay, searchNumber } from '../../../components/days.ts'
import { searchText } from '../../../components/search-text.ts'

/** Which events are shown: whose, of which act, where, from one day to another, and those before a sequence number. */
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
    // an environment is one of a project
    env: project === undefined ? undefined : searchText(search['env']),
    from: searchDay(search['from']),
    to: searchDay(search['to']),
    before: searchNumber(search['before']),
  }
}
