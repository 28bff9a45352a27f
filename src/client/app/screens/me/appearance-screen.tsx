import { Radio, useMantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { SettingsPage, SettingsSection } from '../../ui/settings-section.tsx'

const schemes = [
  ['auto', 'As the system', 'Light by day and dark by night, where the system does so'],
  ['light', 'Light', null],
  ['dark', 'Dark', null],
] as const

/** How Fanion looks in this browser. */
export function AppearanceScreen(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SettingsPage>
      <SettingsSection title="Colours" lead="Kept in this browser.">
        <Radio.Group
          aria-label="Colours"
          value={colorScheme}
          onChange={(chosen) => {
            const scheme = schemes.find(([value]) => value === chosen)
            if (scheme) setColorScheme(scheme[0])
          }}
        >
          {schemes.map(([value, label, description]) => (
            <Radio key={value} value={value} label={label} description={description} mb="sm" />
          ))}
        </Radio.Group>
      </SettingsSection>
    </SettingsPage>
  )
}
