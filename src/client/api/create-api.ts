import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink, type TRPCClient } from '@trpc/client'
import type { AppRouter } from './app-router.ts'

/** The whole management API as typed functions: `api.flags.create.mutate({ … })`. */
export type FanionApi = TRPCClient<AppRouter>

export type ApiOptions = {
  /** Address of the server, for example `https://flags.example.com`. */
  url: string
  /** An API token, `fan_pat_…` or `fan_svc_…`; it can do at most what its owner can. */
  token: string
  /**
   * For subscriptions in Node, which has no EventSource of its own: the class of the package `eventsource`. Browsers
   * cannot send a token with theirs, so there subscriptions need a signed-in session.
   */
  EventSource?: unknown
}

/**
 * Opens the management API for a program. Throws a `TypeError` where the address or token cannot be right. Calls reject
 * with a `TRPCClientError`; `refusalOf` reads the code, sentence and details from it.
 */
export function createApi({ url, token, EventSource }: ApiOptions): FanionApi {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new TypeError(`createApi: url is "${url}"; use an address such as https://flags.example.com`)
  }
  if (!/^fan_(pat|svc)_/.test(token))
    throw new TypeError('createApi: token is no API token; one begins with fan_pat_ or fan_svc_')
  const address = `${url.replace(/\/+$/, '')}/trpc`
  const headers = { authorization: `Bearer ${token}` }
  const withToken = (input: string | URL, init?: RequestInit) =>
    fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } })
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({
          url: address,
          // the two libraries have types of their own for the same standard
          ...(EventSource ? { EventSource: EventSource as never } : {}),
          eventSourceOptions: { fetch: withToken } as never,
        }),
        false: httpBatchLink({ url: address, headers, maxItems: 20 }),
      }),
    ],
  })
}
