import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { Kbd } from '../ui/kbd.tsx'
import { shownKeys, useShortcuts } from '../ui/shortcuts.ts'
import classes from './shortcut-sheet.module.css'

/** Every shortcut that works on this page. */
export function ShortcutSheet({ onClose }: { onClose: () => void }): ReactNode {
  const shortcuts = useShortcuts()
  const unique = [...new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut])).values()]
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <dl className={classes['list']}>
        {unique.map(({ keys, label }) => (
          <div key={keys} className={classes['row']}>
            <dt>{label}</dt>
            <dd>
              {shownKeys(keys).map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
