import { Anchor, Modal, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Kbd } from '../components/kbd.tsx'
import { keymap, keysNow } from '../components/keymap.ts'
import { shownKeys, useShortcuts } from '../components/shortcuts.ts'
import classes from './shortcut-sheet.module.css'

export function ShortcutSheet({ onClose }: { onClose: () => void }): ReactNode {
  const shortcuts = useShortcuts()
  const map = keymap.use()
  const [typed, setTyped] = useState('')
  const unique = [...new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut])).values()].filter(({ label }) =>
    label.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <TextInput
        aria-label="Search shortcuts"
        placeholder="Search shortcuts"
        data-autofocus
        mb="sm"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <dl className={classes['list']}>
        {unique.map(({ keys, label }) => (
          <div key={keys} className={classes['row']}>
            <dt>{label}</dt>
            <dd>
              {keysNow(keys, map) === null
                ? 'off'
                : shownKeys(keysNow(keys, map) ?? keys).map((key) => <Kbd key={key}>{key}</Kbd>)}
            </dd>
          </div>
        ))}
      </dl>
      <Anchor component={Link} to="/me/shortcuts" fz="sm" onClick={onClose}>
        Change or turn off single-key shortcuts
      </Anchor>
    </Modal>
  )
}
