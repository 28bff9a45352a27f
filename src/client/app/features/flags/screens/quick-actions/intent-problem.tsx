import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'

export function IntentProblem(props: { title: string; onClose: () => void; children: ReactNode }): ReactNode {
  return (
    <Modal opened onClose={props.onClose} title={props.title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <p style={{ margin: '0 0 16px' }}>{props.children}</p>
      <Button variant="default" data-autofocus onClick={props.onClose}>
        Close
      </Button>
    </Modal>
  )
}
