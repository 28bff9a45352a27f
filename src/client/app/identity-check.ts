import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { useSyncExternalStore } from 'react'
import type { AppRouter } from '../api/app-router.ts'
import { refusalOf } from '../api/refusal.ts'

/** Settles the question whether the person proved who they are. */
type Ask = { settle: (proven: boolean) => void }

let open: Ask | null = null
let listeners: (() => void)[] = []
/** Calls that wait for the same answer. */
let answer: Promise<boolean> | null = null

const set = (next: Ask | null) => {
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

/** The open question for the person, or null. */
export const useIdentityCheck = (): Ask | null => useSyncExternalStore(subscribe, () => open)

/**
 * Where the server wants the password once more (`auth/confirm-required`), asks for it and sends the call again. A person
 * who declines gets the refusal.
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
