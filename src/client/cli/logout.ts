import { refusalOf } from '../api/refusal.ts'
import type { CommandOutput, Env } from './command.ts'
import { connect } from './connect.ts'
import { findCredential, storeCredential } from './credentials.ts'
import { withoutKeys } from './shown.ts'

type LogoutInput = { url: string; env: Env }

/**
 * Runs `fanion logout`: deletes the stored token and revokes it on the server. Reports if the server could not be
 * reached.
 */
export async function logout({ url, env }: LogoutInput): Promise<CommandOutput> {
  const server = withoutKeys(url)
  const answer = (text: string, told: boolean): CommandOutput => ({
    text,
    json: { url: server, signedOut: true, told },
  })
  const kept = findCredential(env, url)
  if (!kept) return answer(`You aren’t signed in to ${server}.`, false)
  const failure = await connect(url, kept.token)
    .tokens.revokeThis.mutate(undefined, { signal: AbortSignal.timeout(10_000) })
    .then(() => null, refusalOf)
  storeCredential(env, url, null)
  if (failure === null || failure.code.startsWith('auth/')) return answer(`Signed out of ${server}.`, true)
  return answer(
    `Signed out of ${server} on this machine, but the token wasn’t revoked on the server (${failure.sentence}) Revoke it under API tokens.`,
    false,
  )
}
