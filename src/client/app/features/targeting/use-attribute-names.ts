import { skipToken } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { AttributeType } from '../../../../shared/features/attributes/schemas/attribute.ts'
import type { Condition } from '../../../../shared/schemas/condition.ts'
import { trpc } from '../../trpc.ts'
import { attributesIn } from './rows.ts'

/** Attributes to offer where a rule is written: those the project declares first, then those its conditions name. */
export const useAttributeNames = (project: string, conditions: readonly Condition[]): string[] => {
  const declared = trpc.attributes.list.useQuery({ project }, { staleTime: 60_000 }).data ?? []
  const named = conditions.flatMap(attributesIn).filter((name) => name !== '')
  return [...new Set([...declared.map(({ name }) => name), ...named])]
}

/** What the project of the page declares an attribute to be; undefined where it does not, or while that is not known. */
export const useDeclaredType = (attribute: string): AttributeType | undefined => {
  const { project } = useParams({ strict: false })
  const input = project === undefined ? skipToken : { project }
  return trpc.attributes.list.useQuery(input, { staleTime: 60_000 }).data?.find(({ name }) => name === attribute)?.type
}
