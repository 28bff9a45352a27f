import type { User } from '../../../../shared/features/access/schemas/account.ts'
import { completePendingLink } from '../../auth/sso/link-identity.ts'
import type { SessionCookie } from '../session-cookie.ts'
import type { TrpcCtx } from './trpc.ts'

/** Sets the session cookie if a session was opened. The token is never in the response body. */
export async function setSessionCookie(cookie: SessionCookie, opened: Promise<{ user: User; token: string | null }>) {
  const { user, token } = await opened
  if (token) cookie.set(token)
  return user
}

/** Sets the session cookie, then completes a pending link to a sign-in provider. */
export async function completeSignIn(ctx: TrpcCtx, opened: Promise<{ user: User; token: string }>): Promise<User> {
  const user = await setSessionCookie(ctx.cookie, opened)
  await completePendingLink(ctx, ctx.cookie.takePendingLink(), user.id)
  return user
}
