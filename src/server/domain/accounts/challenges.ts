import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insertChallenge, takeChallenge } from './passkey-queries.ts'

const challengeMs = 5 * 60_000

/** Keeps a challenge for five minutes, for one person or for whoever answers it; returns its id. */
export async function keepChallenge(ctx: Ctx, text: string, personId: string | null): Promise<string> {
  const id = ctx.newId()
  await insertChallenge(ctx.db, { id, text, personId, expiresAt: new Date(ctx.now().getTime() + challengeMs) })
  return id
}

/** The challenge of this id, once: `auth/token-expired` when it is unknown, spent, too old, or somebody else's. */
export async function spendChallenge(ctx: Ctx, id: string, personId: string | null): Promise<string> {
  const challenge = await takeChallenge(ctx.db, id)
  if (challenge && challenge.personId === personId && challenge.expiresAt > ctx.now()) return challenge.text
  throw new FanionError('auth/token-expired', {}, 'This request timed out or was already completed. Start again.')
}
