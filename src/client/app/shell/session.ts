import { redirect } from '@tanstack/react-router'
import type { AccountStatus } from '../../../shared/features/access/schemas/account.ts'
import { followLocale } from '../components/chosen-locale.ts'
import { keepDraftsApart } from '../features/drafts/whose-drafts.ts'
import { api } from '../trpc.ts'

/** Whether there is an owner, and who is signed in; asked once, then from the cache. */
export const accountStatus = (): Promise<AccountStatus> => api.account.status.fetch(undefined, { staleTime: 60_000 })

/** Lets only people who are signed in pass; the others go to the setup or the sign-in and come back. */
export const requireSession = async ({ location }: { location: { href: string } }): Promise<void> => {
  const status = await accountStatus()
  if (!status.setUp) throw redirect({ to: '/setup' })
  if (status.user === null)
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } })
  keepDraftsApart(status.user.id)
  followLocale(status.locale)
}
