import { useNavigate } from '@tanstack/react-router'
import { trpc } from '../../../trpc.ts'

/** Returns a function to call after sign-in. It clears cached data and navigates to a path on this server. */
export const useSignedIn = (next: string): (() => Promise<void>) => {
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  return async () => {
    await utils.invalidate()
    await navigate({ href: next, replace: true })
  }
}
