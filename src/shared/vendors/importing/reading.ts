/** One request that a reader wants made. */
export type Request = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly method?: 'POST'
  readonly body?: unknown
}

/** What was answered: parsed JSON (or the text, where it is none), and the one header that pages are found by. */
export type Response = { readonly body: unknown; readonly link: string | null }

/** The parts of a bundle, by name. */
export type Parts = Record<string, unknown>

/**
 * How a vendor is read: without I/O. It asks for requests and is given their answers, and ends with the parts of a bundle,
 * in which there is no token and no key.
 */
export type Reading = Generator<Request, Parts, Response>

/** What a person gives to read a vendor by. Keys of environments are by the names they were given under. */
export type Access = {
  readonly host: string | undefined
  readonly project: string | undefined
  readonly token: string | undefined
  readonly keys: Readonly<Record<string, string>>
}

/** What is missing to read a vendor, in a sentence. */
export class AccessMissing extends Error {
  override readonly name = 'AccessMissing'
}

/** An address below another one; what it names is escaped. */
export const below = (host: string, path: string, query: Readonly<Record<string, string | number>> = {}): string => {
  const url = new URL(`${host.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url.href
}

/** The next page that a vendor names, where it is one of the same place: a token goes nowhere else. */
export const nextPage = (host: string, next: unknown): string | null => {
  if (typeof next !== 'string' || next === '') return null
  const [base, url] = [new URL(host), new URL(next, host)]
  return url.origin === base.origin ? url.href : null
}

/** More pages than any vendor has; whoever names a next one for ever is not followed. */
export const mostPages = 1_000
