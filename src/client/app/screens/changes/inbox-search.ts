import { searchText } from '../../components/search-text.ts'

export const inboxTabs = ['reviews', 'mine', 'scheduled', 'promises', 'ramps'] as const
export type InboxTab = (typeof inboxTabs)[number]

/** What a link to the inbox carries: the tab, unless it is the first, and the project it is narrowed to. */
export type InboxSearch = { tab?: Exclude<InboxTab, 'reviews'> | undefined; project?: string | undefined }

export const inboxSearch = (search: Record<string, unknown>): InboxSearch => {
  const tab = searchText(search['tab'])
  return {
    tab: tab === 'mine' || tab === 'scheduled' || tab === 'promises' || tab === 'ramps' ? tab : undefined,
    project: searchText(search['project']),
  }
}
