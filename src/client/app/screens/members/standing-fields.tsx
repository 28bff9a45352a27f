import { Checkbox, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { MemberRole } from '../../../../shared/schemas/member.ts'
import { roleAt, type Standing, withRole } from './standing.ts'

/** The role somebody holds. */
export function RoleField(props: {
  label: string
  standing: Standing
  disabled?: boolean
  onChange: (standing: Standing) => void
}): ReactNode {
  const { label, standing, disabled, onChange } = props
  return (
    <NativeSelect
      aria-label={label}
      w={120}
      data={[...MemberRole.options]}
      value={standing.role}
      disabled={disabled ?? false}
      onChange={(event) => onChange(withRole(standing, MemberRole.parse(event.currentTarget.value)))}
    />
  )
}

/** Whether the role holds in one environment; the word beside the tick says what the person is there. */
export function EnvironmentTick(props: {
  /** Who and where, to finish "editor: …". */
  label: string
  word?: ReactNode
  standing: Standing
  environment: string
  disabled?: boolean
  onFlip: () => void
}): ReactNode {
  const { label, word, standing, environment, disabled, onFlip } = props
  const role = roleAt(standing, environment)
  return (
    <Checkbox
      size="xs"
      aria-label={word ? undefined : `${role}: ${label}`}
      label={word ?? role}
      checked={role !== 'viewer'}
      disabled={disabled === true || standing.role === 'admin'}
      onChange={onFlip}
    />
  )
}
