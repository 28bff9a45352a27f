import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink, type TRPCClient } from '@trpc/client'
import type { AppRouter } from './app-router.ts'

/** The whole management API as typed functions: `api.flags.create.mutate({ … })`. */
export type FanionApi = TRPCClient<AppRouter>

export type ApiOptions = {
  /** URL of the server, for example `https://flags.example.com`. */
  url: string
  /** An API token, `fan_pat_…` or `fan_svc_…`. Its permissions never exceed its owner’s. */
  token: string
  /**
   * Class for subscriptions in Node, which has no built-in `EventSource`: from the package `eventsource`. In browsers,
   * `EventSource` cannot send a token, so subscriptions require a signed-in session.
   */
  EventSource?: unknown
}

/**
 * Creates a client of the management API. Throws a `TypeError` if the URL or the token is malformed. Calls reject with
 * a `TRPCClientError`; `refusalOf` extracts its code, message and details.
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
          // Casts: the two libraries declare their own types for the same standard.
          ...(EventSource ? { EventSource: EventSource as never } : {}),
          eventSourceOptions: { fetch: withToken } as never,
        }),
        false: httpBatchLink({ url: address, headers, maxItems: 20 }),
      }),
    ],
  })
}
