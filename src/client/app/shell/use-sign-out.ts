import { useNavigate } from '@tanstack/react-router'
import { refusalOf } from '../../api/refusal.ts'
import { failed } from '../components/toast.tsx'
import { queryClient, trpc } from '../trpc.ts'

/** Ends the session and leads to the sign-in. */
export const useSignOut = (): (() => void) => {
  const navigate = useNavigate()
  const signOut = trpc.account.signOut.useMutation({
    onSuccess: async ({ continueAt }) => {
      queryClient.clear()
      // who came by a provider signs out there, too; it sends the browser back to the sign-in
      if (continueAt === null) await navigate({ to: '/login' })
      else window.location.assign(continueAt)
    },
    onError: (error) => failed('Couldn’t sign out', refusalOf(error)),
  })
  return () => signOut.mutate()
}
