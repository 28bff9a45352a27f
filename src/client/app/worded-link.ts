import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '../api/app-router.ts'

type Say = (english: string) => string

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Replaces the English sentence and field problems with their translations. */
const sayAnew = (error: Error, say: Say): void => {
  error.message = say(error.message)
  const data: unknown = error instanceof TRPCClientError ? error.data : undefined
  const fanion = isRecord(data) ? data['fanion'] : undefined
  const details = isRecord(fanion) ? fanion['details'] : undefined
  const problems: unknown = isRecord(details) ? details['problems'] : undefined
  for (const problem of Array.isArray(problems) ? problems.filter(isRecord) : [])
    for (const part of ['problem', 'expected'])
      if (typeof problem[part] === 'string') problem[part] = say(problem[part])
}

/**
 * Translates refusals to the page’s language. The translations load with the first refusal; if that fails, it stays
 * English.
 */
export const wordedLink =
  (words: () => Promise<Say>): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error: (error) => {
          const pass = () => observer.error(error)
          void words()
            .then((say) => sayAnew(error, say))
            .then(pass, pass)
        },
      }),
    )
