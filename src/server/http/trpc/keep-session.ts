import type { User } from '../../../shared/schemas/account.ts'
import type { SessionCookie } from '../session-cookie.ts'

/** Gives the browser the session that was opened, if one was; the answer itself never carries its token. */
export async function keepSession(cookie: SessionCookie, opened: Promise<{ user: User; token: string | null }>) {
  const { user, token } = await opened
  if (token) cookie.set(token)
  return user
}
