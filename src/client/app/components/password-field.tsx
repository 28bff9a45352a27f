import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** A password that can be looked at and pasted. */
export function PasswordField(props: PasswordInputProps): ReactNode {
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }} {...props} />
}
