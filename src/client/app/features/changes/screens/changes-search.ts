import { searchText } from '../../../components/search-text.ts'

const changeTabs = ['review', 'mine', 'scheduled', 'all'] as const
export type ChangeTab = (typeof changeTabs)[number]

/** What a link to the changes carries: the tab, unless it is the first, and the number to go on from. */
export type ChangesSearch = { tab?: Exclude<ChangeTab, 'review'> | undefined; before?: number | undefined }

export const changesSearch = (search: Record<string, unknown>): ChangesSearch => {
  const tab = searchText(search['tab'])
  const before = Number(search['before'])
  return {
    tab: tab === 'mine' || tab === 'scheduled' || tab === 'all' ? tab : undefined,
    before: Number.isInteger(before) && before > 0 ? before : undefined,
  }
}
