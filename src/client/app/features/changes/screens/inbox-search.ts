import { searchText } from '../../../components/search-text.ts'

export const inboxTabs = ['reviews', 'mine', 'scheduled', 'promises', 'ramps', 'experiments'] as const
export type InboxTab = (typeof inboxTabs)[number]

/** What a link to the inbox carries: the tab, unless it is the first, and the project it is narrowed to. */
export type InboxSearch = { tab?: Exclude<InboxTab, 'reviews'> | undefined; project?: string | undefined }

export const inboxSearch = (search: Record<string, unknown>): InboxSearch => {
  const text = searchText(search['tab'])
  const tab = inboxTabs.find((one) => one === text)
  return {
    tab: tab === 'reviews' ? undefined : tab,
    project: searchText(search['project']),
  }
}
