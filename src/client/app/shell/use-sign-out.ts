import { useNavigate } from '@tanstack/react-router'
import { refusalOf } from '../../api/refusal.ts'
import { failed } from '../components/toast.tsx'
import { queryClient, trpc } from '../trpc.ts'

export const useSignOut = (): (() => void) => {
  const navigate = useNavigate()
  const signOut = trpc.account.signOut.useMutation({
    onSuccess: async ({ continueAt }) => {
      queryClient.clear()
      // After single sign-on, the user also signs out at the provider, which redirects back to the sign-in page.
      if (continueAt === null) await navigate({ to: '/login' })
      else window.location.assign(continueAt)
    },
    onError: (error) => failed('Couldn’t sign out', refusalOf(error)),
  })
  return () => signOut.mutate()
}
