import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { httpLink, splitLink } from '@trpc/client'
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '../api/app-router.ts'
import { links } from '../api/links.ts'
import { refusalOf } from '../api/refusal.ts'
import { identityCheck } from './identity-check.ts'
import { refusalLinks } from './refusal-words.ts'

/** The typed hooks of the management API. */
export const trpc: ReturnType<typeof createTRPCReact<AppRouter>> = createTRPCReact<AppRouter>()

/** Whoever hears that the session has ended asks who is signed in; the shell then leads to the sign-in. */
const onError = (error: Error) => {
  if (refusalOf(error).code === 'auth/sign-in-required') void api.account.status.invalidate()
}

/** A refusal stays a refusal; what the server may yet answer is tried twice more. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // offline is an answer, and one that comes at once
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

/** Asked for before the app is there, by public/before.js: each in a request of its own, whose address both can tell. */
const askedAhead: ReadonlySet<string> = new Set(['account.status', 'flags.list'])

export const client: ReturnType<typeof trpc.createClient> = trpc.createClient({
  links: [
    identityCheck,
    ...refusalLinks,
    splitLink({
      condition: ({ path }) => askedAhead.has(path),
      true: httpLink({ url: '/trpc' }),
      false: links('/trpc'),
    }),
  ],
})

/** The same API for route loaders and guards, over the same cache. */
export const api: ReturnType<typeof createTRPCQueryUtils<AppRouter>> = createTRPCQueryUtils<AppRouter>({
  client,
  queryClient,
})

/** Resolves once everything that was asked ahead has been answered, at the latest after so long. */
export const askedIsThere = (ms: number): Promise<unknown> => {
  const asked = queryClient.getQueryCache().findAll({
    predicate: ({ queryKey: [path] }) => Array.isArray(path) && askedAhead.has(path.join('.')),
  })
  return Promise.race([
    Promise.allSettled(asked.map(async ({ promise }) => promise)),
    new Promise((resolve) => setTimeout(resolve, ms)),
  ])
}
