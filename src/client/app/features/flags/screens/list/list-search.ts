import { searchText } from '../../../../components/search-text.ts'
import { actionText, type Intent, type QuickAction, readAction } from '../quick-actions/quick-action.ts'

/**
 * Search parameters of the flag list: saved view, filter, order, archived flags, selection (up to 50 keys), peek panel,
 * open sheet, and a past instant.
 */
export type ListSearch = {
  q?: string | undefined
  /** Id of the saved view that provides the filter and order unless the link has its own. */
  view?: string | undefined
  status?: 'archived' | undefined
  sort?: Sort | 'key' | undefined
  sel?: string | undefined
  peek?: string | undefined
  /** The dialog for a new flag is open. */
  new?: true | undefined
  /** Key of the unknown flag that the new flag is based on. */
  like?: string | undefined
  /** The intent of the open sheet, in the format of `intentText`. */
  act?: string | undefined
  /** The scheduled time of the publish. */
  when?: string | undefined
  /** The past instant to show. */
  at?: string | undefined
}

export type Sort = 'name' | 'updated'

/** In URLs also by key. This is the default, and overrides the order of a saved view. */
const orders: readonly (Sort | 'key')[] = ['name', 'updated', 'key']

export const listSearch = (search: Record<string, unknown>): ListSearch => ({
  q: searchText(search['q']),
  view: searchText(search['view']),
  status: search['status'] === 'archived' ? 'archived' : undefined,
  sort: orders.find((order) => order === search['sort']),
  sel: searchText(search['sel']),
  peek: searchText(search['peek']),
  new: search['new'] === true || undefined,
  like: searchText(search['like']),
  act: searchText(search['act']),
  when: searchText(search['when']),
  at: searchText(search['at']),
})

/** Formats an intent for a link: `off checkout production`. Keys contain no spaces. */
export const intentText = (action: QuickAction, flag: string, environment: string): string =>
  `${actionText(action)} ${flag} ${environment}`

/** Parses the format of `intentText`. */
export const readIntent = (text: string): Intent | null => {
  const [first = '', flag, environment] = text.split(' ')
  const action = readAction(first)
  return action === null || flag === undefined || environment === undefined ? null : { action, flag, environment }
}
