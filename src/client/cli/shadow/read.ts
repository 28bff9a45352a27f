import { readFileSync } from 'node:fs'
import { boundedText } from '../../../shared/bounded-text.ts'
import { CliError } from '../cli-error.ts'
import { withFile } from '../file-error.ts'
import { shownPath } from '../shown.ts'

const timeoutMs = 30_000

/** Reads a JSON document from a URL or a file. */
export async function readJson(from: string, headers: Record<string, string>, title: string): Promise<unknown> {
  if (!/^https?:\/\//.test(from)) {
    const text = withFile(from, 'read', () => readFileSync(from, 'utf8'))
    return parsed(text, shownPath(from))
  }
  return parsed(await get(from, headers, title), title)
}

/** Fetches what this server serves to the SDKs of another system. */
export async function readOurs({ url, key }: { url: string; key: string }, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'unleash-client-spec': '6.1.0' }
  return parsed(await get(`${url}${path}`, headers, 'Fanion'), 'Fanion')
}

async function get(address: string, headers: Record<string, string>, title: string): Promise<string> {
  let response: Response
  try {
    // Follows no redirects, so that the key is sent to no other host.
    response = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    throw new CliError(`${title} doesn’t answer at ${new URL(address).origin}.`)
  }
  if (response.ok)
    return boundedText(response).catch((cause: unknown) => {
      throw new CliError(`The response from ${title} is incomplete or larger than 64 MiB.`, { cause })
    })
  throw new CliError(
    `${title} answered ${response.status} at ${new URL(address).origin}. Check the address and the key.`,
  )
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError(`What came from ${what} isn’t JSON.`)
  }
}
