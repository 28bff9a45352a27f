import { Outlet } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../components/lazy-part.ts'
import { Toaster } from '../components/toaster.tsx'
import { useIdentityCheck } from '../identity-check.ts'

const IdentityDialog = lazyPart(async () => (await import('./identity-dialog.tsx')).IdentityDialog)

/** Root of every page, signed in or not. Notifications are inside the router, because they may contain links. */
export function Root(): ReactNode {
  const check = useIdentityCheck()
  return (
    <>
      <Outlet />
      <Suspense>{check === null ? null : <IdentityDialog onSettled={check.settle} />}</Suspense>
      <Toaster />
    </>
  )
}
