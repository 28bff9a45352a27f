import { useCallback } from 'react'
import type { Role } from '../../../../shared/permissions.ts'
import { trpc } from '../../trpc.ts'

/**
 * The reader's role in each environment of a project, by its key: a membership may be limited to some. Nothing while it
 * is not known.
 */
export const useRoleIn = (project: string): ((environment: string) => Role | undefined) => {
  const can = trpc.members.can.useQuery({ project }).data
  return useCallback(
    (environment) => {
      const answers = can?.environments[environment]
      if (can === undefined || answers === undefined) return undefined
      // a refusal names the role that is held there; who is refused nothing is an owner
      const refused = Object.values(answers).find((answer) => !answer.ok)
      return refused === undefined || refused.ok ? can.role : refused.role
    },
    [can],
  )
}
