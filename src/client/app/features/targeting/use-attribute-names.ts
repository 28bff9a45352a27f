import { skipToken } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { AttributeType } from '../../../../shared/features/attributes/schemas/attribute.ts'
import type { Condition } from '../../../../shared/schemas/condition.ts'
import { trpc } from '../../trpc.ts'
import { attributesIn } from './rows.ts'

/** Attributes to suggest in rules: declared ones first, then those that conditions use. */
export const useAttributeNames = (project: string, conditions: readonly Condition[]): string[] => {
  const declared = trpc.attributes.list.useQuery({ project }, { staleTime: 60_000 }).data ?? []
  const named = conditions.flatMap(attributesIn).filter((name) => name !== '')
  return [...new Set([...declared.map(({ name }) => name), ...named])]
}

/** The declared type of an attribute, or undefined if it is undeclared or still loading. */
export const useDeclaredType = (attribute: string): AttributeType | undefined => {
  const { project } = useParams({ strict: false })
  const input = project === undefined ? skipToken : { project }
  return trpc.attributes.list.useQuery(input, { staleTime: 60_000 }).data?.find(({ name }) => name === attribute)?.type
}
