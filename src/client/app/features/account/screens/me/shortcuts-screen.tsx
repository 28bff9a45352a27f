import { Button, Checkbox, TextInput } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { keymap } from '../../../../components/keymap.ts'
import { SettingsPage, SettingsSection } from '../../../../components/settings-section.tsx'
import { shownKeys, strokeOf } from '../../../../components/shortcuts.ts'
import { Table } from '../../../../components/table.tsx'
import { singleKeys } from '../../../shortcuts/shortcut-catalogue.ts'

const notKeys = new Set(['Shift', 'Control', 'Alt', 'Meta', 'Tab', 'Escape', 'Enter'])

/** Rebinds or disables single-key shortcuts. Shortcuts with Ctrl or ⌘ always work. */
export function ShortcutsScreen(): ReactNode {
  const { off, keys: own } = keymap.use()
  const taken = (key: string) => singleKeys.some(({ keys }) => (own[keys] ?? keys) === key)
  const onKeyDown = (from: string) => (event: KeyboardEvent) => {
    if (notKeys.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const pressed = strokeOf(event.nativeEvent)
    if (!taken(pressed)) keymap.change(from, pressed)
  }
  return (
    <SettingsPage>
      <SettingsSection title="Shortcuts" lead="Saved in this browser. Shortcuts with Ctrl or ⌘ always work.">
        <Checkbox
          label="Enable single-key shortcuts"
          checked={!off}
          onChange={(event) => keymap.setOff(!event.currentTarget.checked)}
        />
        <Table label="Single-key shortcuts" columns={['Action', 'Page', 'Key']}>
          {singleKeys.map(({ keys, label, where }) => (
            <tr key={keys}>
              <th scope="row">{label}</th>
              <td>{where}</td>
              <td>
                <TextInput
                  aria-label={`Shortcut for ${label}`}
                  w={90}
                  readOnly
                  disabled={off}
                  value={shownKeys(own[keys] ?? keys).join(' ')}
                  onKeyDown={onKeyDown(keys)}
                />
              </td>
              <td>
                {own[keys] === undefined ? null : (
                  <Button variant="subtle" size="compact-sm" onClick={() => keymap.change(keys, null)}>
                    Reset to {shownKeys(keys).join(' ')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </Table>
        <p>Select a field and press the key you want. A key that’s already in use can’t be assigned.</p>
      </SettingsSection>
    </SettingsPage>
  )
}
