import { z } from 'zod'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { Id } from '../../../../shared/schemas/keys.ts'
import type { SecretCtx } from '../../../platform/kernel/ctx.ts'
import { insertSpentChallenge, isSpentChallenge } from './passkey-queries.ts'

const challengeMs = 5 * 60_000
const purpose = 'passkey challenge'

const Challenge = z.strictObject({ id: Id, text: z.string(), personId: Id.nullable(), until: z.number() })
type Challenge = z.infer<typeof Challenge>

/**
 * Creates a challenge that is valid for five minutes, for one person or for any respondent if `personId` is null. It is
 * sealed so that only this server can read it. Nothing is written, so unauthenticated callers cannot fill the database.
 */
export function sealChallenge(ctx: SecretCtx, text: string, personId: string | null): string {
  const challenge: Challenge = { id: ctx.newId(), text, personId, until: ctx.now().getTime() + challengeMs }
  return ctx.vault.seal(JSON.stringify(challenge), purpose)
}

/** Opens a sealed challenge. Throws `auth/token-expired` if it is invalid, spent, too old, or of another person. */
export async function openChallenge(ctx: SecretCtx, sealed: string, personId: string | null): Promise<Challenge> {
  const challenge = read(ctx, sealed)
  const isGood = challenge && challenge.personId === personId && challenge.until > ctx.now().getTime()
  if (isGood && !(await isSpentChallenge(ctx.db, challenge.id))) return challenge
  throw new FanionError('auth/token-expired', {}, tooLate)
}

/** Marks a correctly answered challenge as spent. Throws `auth/token-expired` if it already was. */
export async function spendChallenge(ctx: SecretCtx, { id, personId, until }: Challenge): Promise<void> {
  if (await insertSpentChallenge(ctx.db, { id, text: '', personId, expiresAt: new Date(until) })) return
  throw new FanionError('auth/token-expired', {}, tooLate)
}

const tooLate = 'This request timed out or was already completed. Start again.'

function read(ctx: SecretCtx, sealed: string): Challenge | undefined {
  try {
    return Challenge.parse(JSON.parse(ctx.vault.open(sealed, purpose)))
  } catch {
    return undefined
  }
}
