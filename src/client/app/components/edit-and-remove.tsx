import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

/** What can be done with one row of a list, by somebody who may: edit it and remove it. `name` says which row it is. */
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
