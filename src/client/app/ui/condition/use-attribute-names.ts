import type { Condition } from '../../../../shared/schemas/condition.ts'
import { trpc } from '../../trpc.ts'
import { attributesIn } from './rows.ts'

/** Attributes to offer where a rule is written: those the project declares first, then those its conditions name. */
export const useAttributeNames = (project: string, conditions: readonly Condition[]): string[] => {
  const declared = trpc.attributes.list.useQuery({ project }, { staleTime: 60_000 }).data ?? []
  const named = conditions.flatMap(attributesIn).filter((name) => name !== '')
  return [...new Set([...declared.map(({ name }) => name), ...named])]
}
