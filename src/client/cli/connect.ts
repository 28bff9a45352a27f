import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client'
import type { AppRouter } from '../api/app-router.ts'
import { refusalOf } from '../api/refusal.ts'
import { CliError } from './cli-error.ts'

/** Client of a server’s management API, with an API token or anonymous. */
export const connect = (url: string, token?: string): TRPCClient<AppRouter> =>
  createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${url}/trpc`, ...(token && { headers: { authorization: `Bearer ${token}` } }) })],
  })

type Options = { signal: AbortSignal }

/**
 * Returns the result of an API call, with a timeout of 10 seconds by default. Throws a `CliError` with advice if the
 * call fails.
 */
export async function callWithTimeout<T>(
  url: string,
  call: (options: Options) => Promise<T>,
  seconds = 10,
): Promise<T> {
  try {
    return await call({ signal: AbortSignal.timeout(seconds * 1_000) })
  } catch (cause) {
    throw cause instanceof CliError ? cause : connectionError(url, cause)
  }
}

function connectionError(url: string, cause: unknown): CliError {
  const { code, sentence } = refusalOf(cause)
  if (code === 'offline') {
    return new CliError(`No response from ${url}. Check that the server is running and --url is correct.`, { cause })
  }
  const isOver = code === 'auth/token-invalid' || code === 'auth/token-expired'
  return new CliError(`${url} responded: ${sentence}${isOver ? ` Sign in with: fanion login --url ${url}` : ''}`, {
    cause,
  })
}
