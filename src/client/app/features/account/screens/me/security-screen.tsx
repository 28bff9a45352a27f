import type { ReactNode } from 'react'
import { SettingsPage } from '../../../../components/settings-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

export function SecurityScreen(): ReactNode {
  return (
    <SettingsPage>
      <PasswordSection />
      <TwoFactorSection />
      <PasskeysSection />
    </SettingsPage>
  )
}
