import { redirect } from '@tanstack/react-router'
import type { AccountStatus } from '../../../shared/features/access/schemas/account.ts'
import { followLocale } from '../components/chosen-locale.ts'
import { separateDraftsByUser } from '../features/drafts/separate-drafts.ts'
import { api } from '../trpc.ts'

/** Whether the instance is set up, and who is signed in. Fetched once, then cached. */
export const accountStatus = (): Promise<AccountStatus> => api.account.status.fetch(undefined, { staleTime: 60_000 })

/**
 * Route guard: redirects to the set-up or the sign-in page unless the user is signed in. They return to the page
 * afterwards.
 */
export const requireSession = async ({ location }: { location: { href: string } }): Promise<void> => {
  const status = await accountStatus()
  if (!status.setUp) throw redirect({ to: '/setup' })
  if (status.user === null)
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } })
  separateDraftsByUser(status.user.id)
  followLocale(status.locale)
}
