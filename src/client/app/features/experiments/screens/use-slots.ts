import { useMemo } from 'react'
import type { Experiment } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import { trpc } from '../../../trpc.ts'
import { knownVariants, type Slot, variantSlots } from '../../variants/variant-slots.ts'

const none: ReadonlyMap<string, Slot> = new Map()

/** Colors of an experiment’s variants, the same as on the flag’s pages. */
export const useSlots = (project: string, { flag, environment }: Pick<Experiment, 'flag' | 'environment'>) => {
  const page = trpc.flags.get.useQuery({ project, flag }, { staleTime: 60_000 }).data
  return useMemo(() => {
    const document = page?.heads[environment]?.document
    return page === undefined || document === undefined ? none : variantSlots(document, knownVariants(page))
  }, [page, environment])
}
