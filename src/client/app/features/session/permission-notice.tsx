import type { ReactNode } from 'react'
import type { Permission } from '../../../../shared/permissions.ts'
import { alternatives } from '../../../../shared/text/alternatives.ts'
import classes from '../../components/settings.module.css'
import { trpc } from '../../trpc.ts'

/** Why the user lacks a permission in a project, and who can grant it. Empty if they have it. */
export function PermissionNotice({ project, permission }: { project: string; permission: Permission }): ReactNode {
  const can = trpc.members.can.useQuery({ project }).data
  const answer = can?.project[permission]
  if (can === undefined || answer === undefined || answer.ok) return null
  const who = alternatives(can.grantors.map(({ name }) => name))
  return (
    <p className={classes['lead']}>
      {answer.reason} {who ? `Ask ${who} for access.` : ''}
    </p>
  )
}
