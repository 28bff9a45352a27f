import { useMemo } from 'react'
import { trpc } from '../../trpc.ts'

const none: readonly string[] = []

/** The variants that a flag was made with, by its key, for places that have no page of the flag: they give its variants their colours. */
export type MadeWith = (flag: string) => readonly string[]

/** The same for every live flag of a project; none until they are read. */
export const useMadeWith = (project: string): MadeWith => {
  const keys = trpc.flags.keys.useQuery({ project }, { staleTime: 60_000 }).data
  return useMemo(() => {
    const made = new Map((keys ?? []).map(({ key, variants }) => [key, variants]))
    return (flag) => made.get(flag) ?? none
  }, [keys])
}
