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
 * A challenge for five minutes, for one person or for whoever answers it, sealed so that only this server can read it.
 * Nothing is written: a stranger who asks for thousands has them all to themselves.
 */
export function sealChallenge(ctx: SecretCtx, text: string, personId: string | null): string {
  const challenge: Challenge = { id: ctx.newId(), text, personId, until: ctx.now().getTime() + challengeMs }
  return ctx.vault.seal(JSON.stringify(challenge), purpose)
}

/** What a challenge of ours says: `auth/token-expired` when it is unknown, spent, too old, or somebody else's. */
export async function openChallenge(ctx: SecretCtx, sealed: string, personId: string | null): Promise<Challenge> {
  const challenge = read(ctx, sealed)
  const isGood = challenge && challenge.personId === personId && challenge.until > ctx.now().getTime()
  if (isGood && !(await isSpentChallenge(ctx.db, challenge.id))) return challenge
  throw new FanionError('auth/token-expired', {}, tooLate)
}

/** Takes a challenge that was answered rightly, once: `auth/token-expired` where it was answered before. */
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
