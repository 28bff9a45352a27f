import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import type { EnvironmentDependents } from '../../../../../../shared/features/publishing/schemas/graph.ts'
import { DependentsList } from '../../../around/dependents-list.tsx'

/** Explains which dependents prevent archiving a flag, and what to do. */
export function DependentsDialog(props: {
  project: string
  flag: string
  hanging: readonly EnvironmentDependents[]
  onClose: () => void
}): ReactNode {
  const { project, flag, hanging, onClose } = props
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${flag} can’t be archived yet`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>Flags, segments or promises depend on it. Change these first:</p>
      <DependentsList project={project} hanging={hanging} />
      <Button variant="default" mt="md" onClick={onClose}>
        Close
      </Button>
    </Modal>
  )
}
