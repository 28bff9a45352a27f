import { Modal } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CreateSegmentInput } from '../../../../shared/schemas/segment-view.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { NameAndKeyForm } from '../../components/name-and-key-form.tsx'
import { trpc } from '../../trpc.ts'

const route = getRouteApi('/in/p/$project/segments')

/** A new segment, empty in every environment; its page opens to say whom it holds. */
export function NewSegmentDialog(): ReactNode {
  const { project } = route.useParams()
  const navigate = route.useNavigate()
  const utils = trpc.useUtils()
  const create = trpc.segments.create.useMutation({
    onSuccess: async ({ key }) => {
      await utils.segments.list.invalidate({ project })
      await navigate({ to: '/p/$project/segments/$segment', params: { project, segment: key } })
    },
  })
  return (
    <Modal
      opened
      onClose={() => void navigate({ search: {} })}
      title="New segment"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <NameAndKeyForm
        schema={CreateSegmentInput.pick({ name: true, key: true })}
        placeholder="Beta testers"
        maxKeyLength={100}
        submit="Create segment"
        pending={create.isPending}
        refusal={create.error ? refusalOf(create.error) : null}
        onSubmit={(value) => create.mutate({ project, ...value })}
      />
    </Modal>
  )
}
