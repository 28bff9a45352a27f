import type { ReactNode } from 'react'
import { initials } from '../components/initials.ts'
import { LazyMenu } from '../components/lazy-menu.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import { trpc } from '../trpc.ts'
import classes from './top-bar.module.css'

const AccountMenuItems = lazyPart(async () => (await import('./account-menu-items.tsx')).AccountMenuItems)

export function AccountMenu(): ReactNode {
  const user = trpc.account.status.useQuery().data?.user
  if (!user) return null
  return (
    <LazyMenu
      position="bottom-end"
      width={220}
      button={(own) => (
        <button
          {...own}
          type="button"
          className={classes['avatar']}
          aria-label={`${initials(user.name)}, account menu for ${user.name}`}
        >
          {initials(user.name)}
        </button>
      )}
    >
      <AccountMenuItems user={user} />
    </LazyMenu>
  )
}
