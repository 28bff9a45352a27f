import type { ReactNode } from 'react'
import type { Permission } from '../../../../shared/permissions.ts'
import { alternatives } from '../../../../shared/text/alternatives.ts'
import classes from '../../components/settings.module.css'
import { trpc } from '../../trpc.ts'

/** Why the reader may not do something in a project, and who could let them; nothing where they may. */
export function WhyNot({ project, permission }: { project: string; permission: Permission }): ReactNode {
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
