import { useCallback } from 'react'
import type { Role } from '../../../../shared/permissions.ts'
import { trpc } from '../../trpc.ts'

/** The user’s role by environment key. Roles may be limited to some environments. Undefined while unknown. */
export const useRoleIn = (project: string): ((environment: string) => Role | undefined) => {
  const can = trpc.members.can.useQuery({ project }).data
  return useCallback(
    (environment) => {
      const answers = can?.environments[environment]
      if (can === undefined || answers === undefined) return undefined
      // A refusal contains the role in that environment. Without refusals, the project role applies.
      const refused = Object.values(answers).find((answer) => !answer.ok)
      return refused === undefined || refused.ok ? can.role : refused.role
    },
    [can],
  )
}
