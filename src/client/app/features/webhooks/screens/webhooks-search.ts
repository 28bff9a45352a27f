import { searchText } from '../../../components/search-text.ts'

/** What a link to the webhooks carries: the one that stands open, and where its log goes on. */
export type WebhooksSearch = { hook?: string | undefined; before?: string | undefined }

export const webhooksSearch = (search: Record<string, unknown>): WebhooksSearch => ({
  hook: searchText(search['hook']),
  before: searchText(search['before']),
})
