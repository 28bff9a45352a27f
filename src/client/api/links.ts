import { httpBatchLink, httpSubscriptionLink, splitLink, type TRPCLink } from '@trpc/client'
import type { AppRouter } from './app-router.ts'

/** Transport of API calls: batched HTTP for queries and mutations, server-sent events for subscriptions. */
export const links = (url: string): TRPCLink<AppRouter>[] => [
  splitLink({
    condition: (op) => op.type === 'subscription',
    true: httpSubscriptionLink({ url }),
    false: httpBatchLink({ url, maxItems: 20 }),
  }),
]
