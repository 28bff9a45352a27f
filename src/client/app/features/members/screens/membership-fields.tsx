import { Checkbox, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { MemberRole } from '../../../../../shared/features/members/schemas/member.ts'
import { type Membership, roleAt, withRole } from './membership.ts'

export function RoleField(props: {
  label: string
  membership: Membership
  disabled?: boolean
  onChange: (membership: Membership) => void
}): ReactNode {
  const { label, membership, disabled, onChange } = props
  return (
    <NativeSelect
      aria-label={label}
      w={120}
      data={[...MemberRole.options]}
      value={membership.role}
      disabled={disabled ?? false}
      onChange={(event) => onChange(withRole(membership, MemberRole.parse(event.currentTarget.value)))}
    />
  )
}

/** Whether the role applies in an environment. The label next to the checkbox shows the resulting role. */
export function EnvironmentTick(props: {
  /** Member and environment. Completes “editor: …”. */
  label: string
  word?: ReactNode
  membership: Membership
  environment: string
  disabled?: boolean
  onFlip: () => void
}): ReactNode {
  const { label, word, membership, environment, disabled, onFlip } = props
  const role = roleAt(membership, environment)
  return (
    <Checkbox
      size="xs"
      aria-label={word ? undefined : `${role}: ${label}`}
      label={word ?? role}
      checked={role !== 'viewer'}
      disabled={disabled === true || membership.role === 'admin'}
      onChange={onFlip}
    />
  )
}
