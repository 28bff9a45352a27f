import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { refusalOf } from '../api/refusal.ts'
import { CliError } from './cli-error.ts'
import type { CommandOutput, Env } from './command.ts'
import { callWithTimeout, connect } from './connect.ts'
import { checkCredentials, storeCredential } from './credentials.ts'

type LoginInput = { url: string; project: string | undefined; role: 'viewer' | 'editor' | 'publisher'; env: Env }

/**
 * Runs `fanion login`: shows a code and a URL, waits for approval in the browser, and stores the API token. The token
 * is read-only unless a role with write access was requested.
 */
export async function login(
  { url, project, role, env }: LoginInput,
  say: (text: string) => void,
): Promise<CommandOutput> {
  checkCredentials(env)
  const api = connect(url)
  const name = `fanion on ${os.hostname() || 'a machine'}`.slice(0, 100)
  const begun = await callWithTimeout(url, (options) =>
    api.devices.begin.mutate({ name, role, ...(project && { project }) }, options),
  )
  say(`Open ${begun.verificationUri} and enter this code:\n\n    ${begun.userCode}\n`)
  say(`Or open ${begun.verificationUriComplete}\n\nWaiting for approval. Press Ctrl-C to cancel.`)
  for (;;) {
    await sleep(begun.intervalSeconds * 1_000)
    const answer = await callWithTimeout(url, (options) => polled(api, begun.deviceCode, options))
    if (answer.state === 'denied') throw new CliError('The request was denied. Nothing was saved.')
    if (answer.state === 'waiting') continue
    const { text, person, token } = answer
    const file = storeCredential(env, url, { token: text, person, expiresAt: token.expiresAt })
    const until = token.expiresAt ? ` It expires on ${token.expiresAt.slice(0, 10)}.` : ''
    return {
      text: `Signed in to ${url} as ${person}. The token is saved in ${file}.${until}`,
      json: { url, person, file, expiresAt: token.expiresAt },
    }
  }
}

/** Polls once. A `slow down` response needs no handling, because the caller waits before the next poll anyway. */
async function polled(api: ReturnType<typeof connect>, deviceCode: string, options: { signal: AbortSignal }) {
  try {
    return await api.devices.poll.mutate({ deviceCode }, options)
  } catch (error) {
    const { code } = refusalOf(error)
    if (code === 'request/rate-limited') return { state: 'waiting' } as const
    if (code === 'auth/token-expired')
      throw new CliError('The request wasn’t approved within ten minutes. Run fanion login again.')
    throw error
  }
}
