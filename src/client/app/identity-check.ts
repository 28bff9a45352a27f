import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { useSyncExternalStore } from 'react'
import type { AppRouter } from '../api/app-router.ts'
import { refusalOf } from '../api/refusal.ts'

type IdentityRequest = { settle: (proven: boolean) => void }

let open: IdentityRequest | null = null
let listeners: (() => void)[] = []
/** Shared by calls that wait for the same confirmation. */
let answer: Promise<boolean> | null = null

const set = (next: IdentityRequest | null) => {
  open = next
  for (const listener of listeners) listener()
}

const ask = (): Promise<boolean> => {
  answer ??= new Promise<boolean>((resolve) => set({ settle: resolve })).finally(() => {
    answer = null
    set(null)
  })
  return answer
}

const subscribe = (listener: () => void) => {
  listeners = [...listeners, listener]
  return () => {
    listeners = listeners.filter((one) => one !== listener)
  }
}

/** The pending confirmation, or null. */
export const useIdentityCheck = (): IdentityRequest | null => useSyncExternalStore(subscribe, () => open)

/**
 * If the server requires a recent confirmation (`auth/confirm-required`), asks the user and retries the call. If the
 * user cancels, the call fails with that refusal.
 */
export const identityCheck: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let ended = false
      const send = (again: boolean) =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            if (!again || refusalOf(error).code !== 'auth/confirm-required') return observer.error(error)
            void ask().then((proven) => {
              if (ended) return
              if (proven) current = send(false)
              else observer.error(error)
            })
          },
        })
      let current = send(true)
      return () => {
        ended = true
        current.unsubscribe()
      }
    })
