import { searchText } from '../../../components/search-text.ts'

/** Search parameters of the webhooks page: the open webhook, and the cursor of its log. */
export type WebhooksSearch = { hook?: string | undefined; before?: string | undefined }

export const webhooksSearch = (search: Record<string, unknown>): WebhooksSearch => ({
  hook: searchText(search['hook']),
  before: searchText(search['before']),
})
