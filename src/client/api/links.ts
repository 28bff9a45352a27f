import { httpBatchLink, httpSubscriptionLink, splitLink, type TRPCLink } from '@trpc/client'
import type { AppRouter } from './app-router.ts'

/** How calls travel: queries and mutations in batches, subscriptions as server-sent events. */
export const links = (url: string): TRPCLink<AppRouter>[] => [
  splitLink({
    condition: (op) => op.type === 'subscription',
    true: httpSubscriptionLink({ url }),
    false: httpBatchLink({ url, maxItems: 20 }),
  }),
]
