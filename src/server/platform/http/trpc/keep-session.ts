import type { User } from '../../../../shared/features/access/schemas/account.ts'
import { completePendingLink } from '../../auth/sso/link-identity.ts'
import type { SessionCookie } from '../session-cookie.ts'
import type { TrpcCtx } from './trpc.ts'

/** Gives the browser the session that was opened, if one was; the answer itself never carries its token. */
export async function keepSession(cookie: SessionCookie, opened: Promise<{ user: User; token: string | null }>) {
  const { user, token } = await opened
  if (token) cookie.set(token)
  return user
}

/** Gives the browser its session, then completes the link to a sign-in provider that waited for this sign-in. */
export async function keepOwnSignIn(ctx: TrpcCtx, opened: Promise<{ user: User; token: string }>): Promise<User> {
  const user = await keepSession(ctx.cookie, opened)
  await completePendingLink(ctx, ctx.cookie.takePendingLink(), user.id)
  return user
}
