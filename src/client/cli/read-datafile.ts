import { Datafile } from '../../shared/schemas/datafile.ts'
import { CliError } from './cli-error.ts'

export type Source = { url: string; key: string }

/** The datafile of the environment a server key opens; a CliError says what to do where it cannot be had. */
export async function readDatafile({ url, key }: Source): Promise<Datafile> {
  const address = `${url.replace(/\/+$/, '')}/sdk/v1/datafile`
  let response: Response
  try {
    response = await fetch(address, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(10_000),
    })
  } catch (cause) {
    throw new CliError(`There is no answer from ${address}. Is the server running, and is --url right?`, { cause })
  }
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new CliError(`${address} answered ${response.status}: ${sentenceOf(body)}`)
  const datafile = Datafile.safeParse(body)
  if (!datafile.success) throw new CliError(`${address} did not answer with a datafile. Is --url a Fanion server?`)
  return datafile.data
}

function sentenceOf(body: unknown): string {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  return typeof message === 'string' ? message : 'no reason given.'
}
