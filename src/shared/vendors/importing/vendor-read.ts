export type Request = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly method?: 'POST'
  readonly body?: unknown
}

/** The response: parsed JSON (or the text if it is not JSON), and the `Link` header for paging. */
export type Response = { readonly body: unknown; readonly link: string | null }

export type Parts = Record<string, unknown>

/**
 * Reads from a vendor without I/O: yields requests, receives responses, and returns the parts of a bundle. The parts
 * contain no tokens or keys.
 */
export type VendorRead = Generator<Request, Parts, Response>

/** The user's credentials for a vendor. Keys of environments are listed by the names they were given under. */
export type Access = {
  readonly host: string | undefined
  readonly project: string | undefined
  readonly token: string | undefined
  readonly keys: Readonly<Record<string, string>>
}

/** Thrown if a credential or setting is missing. The message says which. */
export class AccessMissing extends Error {
  override readonly name = 'AccessMissing'
}

/** Builds a URL below `host`. Query values are escaped. */
export const below = (host: string, path: string, query: Readonly<Record<string, string | number>> = {}): string => {
  const url = new URL(`${host.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url.href
}

/** The next page that a response names. Only accepted on the same host, so that the token is not sent elsewhere. */
export const nextPage = (host: string, next: unknown): string | null => {
  if (typeof next !== 'string' || next === '') return null
  const [base, url] = [new URL(host), new URL(next, host)]
  return url.origin === base.origin ? url.href : null
}

/** Page limit, against endless paging. No vendor has more. */
export const mostPages = 1_000
