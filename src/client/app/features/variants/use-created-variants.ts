import { useMemo } from 'react'
import { trpc } from '../../trpc.ts'

const none: readonly string[] = []

/**
 * The variants that a flag was created with, by flag key. They determine colors where the flag itself is not loaded.
 */
export type CreatedVariantsLookup = (flag: string) => readonly string[]

/** Returns that lookup for all live flags of a project. Empty while loading. */
export const useCreatedVariants = (project: string): CreatedVariantsLookup => {
  const keys = trpc.flags.keys.useQuery({ project }, { staleTime: 60_000 }).data
  return useMemo(() => {
    const made = new Map((keys ?? []).map(({ key, variants }) => [key, variants]))
    return (flag) => made.get(flag) ?? none
  }, [keys])
}
