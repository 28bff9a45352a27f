import { Button, Group, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { FlagFileLocation } from '../../../../shared/features/flags/schemas/flag-view.ts'
import { flagFileText } from './flag-file-notice.tsx'

/** Files that the user confirmed editing here, until the page is closed. */
const confirmed = new Set<string>()

/**
 * Asks for confirmation once before a flag that a file defines is edited here. `ask` runs the action at once or after
 * confirmation; render `question` for the dialog.
 */
export const useConfirmFileEdit = (
  keptIn: FlagFileLocation | null,
): { ask: (act: () => void) => void; question: ReactNode } => {
  const [waiting, setWaiting] = useState<{ act: () => void } | null>(null)
  const place = keptIn === null ? null : flagFileText(keptIn)
  const ask = (act: () => void) => {
    if (place === null || confirmed.has(place)) act()
    else setWaiting({ act })
  }
  const close = () => setWaiting(null)
  const goOn = () => {
    if (place !== null) confirmed.add(place)
    close()
    waiting?.act()
  }
  const question =
    waiting === null || place === null ? null : (
      <Modal
        opened
        onClose={close}
        title={`This flag is kept in ${place}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <p>Until the file says the same, the next plan shows the difference, and the next apply takes it back.</p>
        <Group mt="md" justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button onClick={goOn} data-autofocus>
            Edit anyway
          </Button>
        </Group>
      </Modal>
    )
  return { ask, question }
}
