import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { httpLink, splitLink } from '@trpc/client'
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '../api/app-router.ts'
import { links } from '../api/links.ts'
import { refusalOf } from '../api/refusal.ts'
import { identityCheck } from './identity-check.ts'
import { refusalLinks } from './refusal-words.ts'

/** Typed React hooks of the management API. */
export const trpc: ReturnType<typeof createTRPCReact<AppRouter>> = createTRPCReact<AppRouter>()

/** If the session ended, refetches the account status. The shell then redirects to the sign-in page. */
const onError = (error: Error) => {
  if (refusalOf(error).code === 'auth/sign-in-required') void api.account.status.invalidate()
}

/** Refusals are not retried. Temporary errors are retried twice. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // Fail immediately when offline instead of pausing.
    mutations: { networkMode: 'always' },
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => {
        const { code } = refusalOf(error)
        return failures < 2 && (code === 'offline' || code === 'server/unavailable')
      },
    },
  },
})

/**
 * Queries that public/before.js starts before the app loads. They are not batched, so that both sides compute the same
 * URL.
 */
const earlyQueries: ReadonlySet<string> = new Set(['account.status', 'flags.list'])

export const client: ReturnType<typeof trpc.createClient> = trpc.createClient({
  links: [
    identityCheck,
    ...refusalLinks,
    splitLink({
      condition: ({ path }) => earlyQueries.has(path),
      true: httpLink({ url: '/trpc' }),
      false: links('/trpc'),
    }),
  ],
})

/** The same API for route loaders and guards, with the same cache. */
export const api: ReturnType<typeof createTRPCQueryUtils<AppRouter>> = createTRPCQueryUtils<AppRouter>({
  client,
  queryClient,
})

/** Resolves once all early queries have finished, or after `ms` milliseconds. */
export const earlyQueriesSettled = (ms: number): Promise<unknown> => {
  const asked = queryClient.getQueryCache().findAll({
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && earlyQueries.has(path.join('.')),
  })
  return Promise.race([
    Promise.allSettled(asked.map(async ({ promise }) => promise)),
    new Promise((resolve) => setTimeout(resolve, ms)),
  ])
}
