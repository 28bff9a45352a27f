import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** Password input that can be revealed and accepts pasted text. */
export function PasswordField(props: PasswordInputProps): ReactNode {
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': 'Show or hide password' }} {...props} />
}
