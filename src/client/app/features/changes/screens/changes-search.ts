import { searchText } from '../../../components/search-text.ts'

const changeTabs = ['review', 'mine', 'scheduled', 'all'] as const
export type ChangeTab = (typeof changeTabs)[number]

/**
 * Search parameters of the changes page. `tab` is omitted for the first tab; `before` is the cursor of the next page.
 */
export type ChangesSearch = { tab?: Exclude<ChangeTab, 'review'> | undefined; before?: number | undefined }

export const changesSearch = (search: Record<string, unknown>): ChangesSearch => {
  const tab = searchText(search['tab'])
  const before = Number(search['before'])
  return {
    tab: tab === 'mine' || tab === 'scheduled' || tab === 'all' ? tab : undefined,
    before: Number.isInteger(before) && before > 0 ? before : undefined,
  }
}
