import { searchText } from '../../../components/search-text.ts'

export const inboxTabs = ['reviews', 'mine', 'scheduled', 'promises', 'ramps', 'experiments'] as const
export type InboxTab = (typeof inboxTabs)[number]

/** Search parameters of the inbox. `tab` is omitted for the first tab; `project` filters the list. */
export type InboxSearch = { tab?: Exclude<InboxTab, 'reviews'> | undefined; project?: string | undefined }

export const inboxSearch = (search: Record<string, unknown>): InboxSearch => {
  const text = searchText(search['tab'])
  const tab = inboxTabs.find((one) => one === text)
  return {
    tab: tab === 'reviews' ? undefined : tab,
    project: searchText(search['project']),
  }
}
