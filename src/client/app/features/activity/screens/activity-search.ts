import { type Days, searchDay, searchNumber } from '../../../components/days.ts'
import { searchText } from '../../../components/search-text.ts'

/** Search parameters of the activity page. `before` is the cursor of the next page. */
export type ActivitySearch = Days & {
  who?: string | undefined
  what?: string | undefined
  env?: string | undefined
  before?: number | undefined
}

export const activitySearch = (search: Record<string, unknown>): ActivitySearch => ({
  who: searchText(search['who']),
  what: searchText(search['what']),
  env: searchText(search['env']),
  from: searchDay(search['from']),
  to: searchDay(search['to']),
  before: searchNumber(search['before']),
})
