import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

/** Edit and remove buttons of a list row. `name` identifies the row for screen readers. */
export function EditAndRemove(props: { name: string; onEdit: () => void; onRemove: () => void }): ReactNode {
  const { name, onEdit, onRemove } = props
  return (
    <>
      <Button variant="subtle" size="compact-sm" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button variant="subtle" size="compact-sm" color="red" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </>
  )
}
