import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { CreateSegmentInput } from '../../../../shared/features/segments/schemas/segment-view.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { NameAndKeyForm } from '../../components/name-and-key-form.tsx'
import { trpc } from '../../trpc.ts'

/** Form for a new segment’s name and key. It is empty in every environment, or starts with `document`. */
export function CreateSegment(props: {
  project: string
  title: string
  document?: CreateSegmentInput['document']
  onClose: () => void
  onMade: (segment: { key: string; name: string }) => unknown
}): ReactNode {
  const { project, title, document, onClose, onMade } = props
  const utils = trpc.useUtils()
  const create = trpc.segments.create.useMutation({
    onSuccess: async (segment) => {
      await utils.segments.list.invalidate({ project })
      await onMade(segment)
    },
  })
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <NameAndKeyForm
        schema={CreateSegmentInput.pick({ name: true, key: true })}
        placeholder="Beta testers"
        maxKeyLength={100}
        submit="Create segment"
        pending={create.isPending}
        refusal={create.error ? refusalOf(create.error) : null}
        onSubmit={(value) => create.mutate({ project, ...value, document })}
      />
    </Modal>
  )
}
