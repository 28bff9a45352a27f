import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { CreateProjectInput } from '../../../../../shared/features/projects/schemas/project.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { NameAndKeyForm } from '../../../components/name-and-key-form.tsx'
import { trpc } from '../../../trpc.ts'

/** Creates a project with the environments development, staging and production. */
export function NewProjectDialog(props: {
  opened: boolean
  onClose: () => void
  onCreated: (project: string) => void
}): ReactNode {
  const { opened, onClose, onCreated } = props
  const utils = trpc.useUtils()
  const create = trpc.projects.create.useMutation({
    onSuccess: async (project) => {
      await utils.projects.list.invalidate()
      onCreated(project.key)
    },
  })
  return (
    <Modal opened={opened} onClose={onClose} title="New project" closeButtonProps={{ 'aria-label': 'Close' }}>
      <NameAndKeyForm
        schema={CreateProjectInput}
        placeholder="Shop"
        maxKeyLength={64}
        submit="Create project"
        pending={create.isPending}
        refusal={create.error ? refusalOf(create.error) : null}
        onSubmit={(value) => create.mutate(value)}
      />
    </Modal>
  )
}
