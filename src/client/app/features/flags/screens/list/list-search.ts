import { searchText } from '../../../../components/search-text.ts'
import { actionText, type Intent, type QuickAction, readAction } from '../quick-actions/quick-action.ts'

/**
 * What a link to the flag list carries: the saved view, the filter, the order, whether archived flags are shown in place of the others, the
 * selection (up to 50 keys), the flag that is peeked at, the sheet that stands open, and a moment of the past.
 */
export type ListSearch = {
  q?: string | undefined
  /** Id of the saved view whose filter and order hold where the link names none. */
  view?: string | undefined
  status?: 'archived' | undefined
  sort?: Sort | 'key' | undefined
  sel?: string | undefined
  peek?: string | undefined
  /** The dialog for a new flag is open. */
  new?: true | undefined
  /** The flag that it is to be like, of those that builds ask for. */
  like?: string | undefined
  /** What the open sheet asks about, as `intentText` writes it. */
  act?: string | undefined
  /** The instant at which it would be published. */
  when?: string | undefined
  /** The moment of the past that is shown. */
  at?: string | undefined
}

/** By name, or the newest change first. */
export type Sort = 'name' | 'updated'

/** In an address also by key, which is the order where nothing is said, not even by a saved view. */
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

/** An intent in a link: `off checkout production`. Keys have no spaces. */
export const intentText = (action: QuickAction, flag: string, environment: string): string =>
  `${actionText(action)} ${flag} ${environment}`

/** Reads what `intentText` wrote. */
export const readIntent = (text: string): Intent | null => {
  const [first = '', flag, environment] = text.split(' ')
  const action = readAction(first)
  return action === null || flag === undefined || environment === undefined ? null : { action, flag, environment }
}
