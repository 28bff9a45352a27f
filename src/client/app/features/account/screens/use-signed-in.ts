import { useNavigate } from '@tanstack/react-router'
import { trpc } from '../../../trpc.ts'

/** What to do once somebody is signed in: forget what was known before, and go on to a path of ours. */
export const useSignedIn = (next: string): (() => Promise<void>) => {
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  return async () => {
    await utils.invalidate()
    await navigate({ href: next, replace: true })
  }
}
