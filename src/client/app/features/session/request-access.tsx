import type { ReactNode } from 'react'
import { type Permission, permissions } from '../../../../shared/permissions.ts'
import { alternatives } from '../../../../shared/text/alternatives.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { done } from '../../components/toast.tsx'
import { trpc } from '../../trpc.ts'
import classes from './request-access.module.css'

/** Shown above read-only pages: the required role, who can grant it, and a message to send them. */
export function RequestAccess(props: { project: string; permission: Permission; what: string }): ReactNode {
  const { project, permission, what } = props
  const can = trpc.members.can.useQuery({ project }).data
  if (can === undefined) return null
  const who = alternatives(can.grantors.map(({ name }) => name))
  const needs = permissions[permission]
  const text = `Could you give me the ${needs} role in ${project}? I’d like to edit ${what}: ${window.location.href}`
  return (
    <div className={classes['bar']}>
      <p>
        You can view this. Editing {what} requires the {needs} role.
        {who === '' ? null : ` Ask ${who} for access.`}
      </p>
      <CopyButton
        text={text}
        label="Request access"
        variant="default"
        size="compact-sm"
        onCopied={() => done(who === '' ? 'Message copied. Send it to an admin' : `Message copied. Send it to ${who}`)}
      />
    </div>
  )
}
