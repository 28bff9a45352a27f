import { CliError } from './cli-error.ts'

/** Sends what a scan found, in place of what the server knew of that branch; a CliError says why it was not taken. */
export async function sendReferences(url: string, token: string, document: object): Promise<void> {
  let response: Response
  try {
    response = await fetch(`${url}/trpc/references.replace`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(document),
      signal: AbortSignal.timeout(60_000),
    })
  } catch (cause) {
    throw new CliError(`No response from ${url}. Check that the server is running and --url is correct.`, { cause })
  }
  if (response.ok) return
  const body: unknown = await response.json().catch(() => undefined)
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const message =
    typeof error === 'object' && error !== null && 'message' in error
      ? String(error.message)
      : `responded with ${response.status}`
  throw new CliError(`${url} didn’t take the references: ${message}`)
}
