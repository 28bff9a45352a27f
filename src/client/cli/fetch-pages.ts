import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { boundedText } from '../../shared/bounded-text.ts'
import type { Response as Answered, Parts, Request, VendorRead } from '../../shared/vendors/importing/vendor-read.ts'
import { CliError } from './cli-error.ts'

const firstWaitMs = 1_000
const longestWaitMs = 60_000
const totalTimeoutMs = 10 * 60_000
const answerMs = 60_000

type Pause = (ms: number) => Promise<unknown>

/**
 * Makes the requests of an import one after the other until it completes. Honors a vendor’s rate limits: waits as long
 * as the response says, otherwise one second, doubling up to a minute; ten minutes in total. Follows no redirects, so
 * that a token is sent only to the intended host.
 */
export async function fetchPages(
  reading: VendorRead,
  say: (line: string) => void,
  pause: Pause = wait,
): Promise<Parts> {
  const end = Date.now() + totalTimeoutMs
  let step = reading.next()
  while (!step.done) step = reading.next(await fetchWithRetry(step.value, end, say, pause))
  return step.value
}

async function fetchWithRetry(
  request: Request,
  end: number,
  say: (line: string) => void,
  pause: Pause,
): Promise<Answered> {
  const { host } = new URL(request.url)
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(longestWaitMs, waitMs * 2)) {
    const response = await fetchFromVendor(request, host)
    const { status } = response
    if (status === 429 || status === 503) {
      const ms = (retryAfterMs(response.headers) ?? waitMs) + randomInt(250)
      if (Date.now() + ms > end)
        throw new CliError(`${host} requires a wait of more than ten minutes in total. Try again later.`)
      say(`${host} asks to wait ${Math.ceil(ms / 1_000)} s …`)
      await response.body?.cancel()
      await pause(ms)
      continue
    }
    if (!response.ok) throw new CliError(refusal(host, response, new URL(request.url).pathname))
    const text = await boundedText(response).catch((cause: unknown) => {
      throw new CliError(`The response from ${host} is incomplete or larger than 64 MiB.`, { cause })
    })
    return { body: parsed(text), link: response.headers.get('link') }
  }
}

async function fetchFromVendor({ url, headers, method, body }: Request, host: string): Promise<Response> {
  try {
    return await fetch(url, {
      method: method ?? 'GET',
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch (cause) {
    throw new CliError(`No response from ${host}. Check the address and your network.`, { cause })
  }
}

/** Milliseconds that a response asks the client to wait: from `Retry-After`, or from a rate limit’s reset time. */
function retryAfterMs(headers: Headers): number | undefined {
  const after = headers.get('retry-after')
  if (after !== null && after.trim() !== '') {
    const seconds = Number(after)
    const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(after) - Date.now()
    if (Number.isFinite(ms)) return Math.max(0, ms)
  }
  const reset = Number(headers.get('x-ratelimit-reset') ?? headers.get('x-rate-limit-reset') ?? Number.NaN)
  if (!Number.isFinite(reset)) return undefined
  // The reset is in seconds from now, Unix seconds or Unix milliseconds, depending on its size.
  const ms = reset > 1e11 ? reset - Date.now() : reset > 1e8 ? reset * 1_000 - Date.now() : reset * 1_000
  return Math.max(0, ms)
}

function refusal(host: string, { status }: Response, path: string): string {
  const what = `${host} responded with ${status} to ${path.length > 80 ? `${path.slice(0, 80)}…` : path}`
  if (status === 401) return `${host} does not take the token or key (401). Check that it is whole, and of this region.`
  if (status === 403) return `${what}: the token may not read that. Give it a role that may read the project.`
  if (status === 404) return `${what}: check the project (--from) and the address (--host).`
  if (status >= 300 && status < 400)
    return `${what}: it leads elsewhere, which is not followed. Give the address it leads to: --host.`
  return `${what}. Try again later.`
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
