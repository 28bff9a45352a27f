import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { SavedView } from '../../../../../../shared/features/views/schemas/saved-view.ts'
import { allows } from '../../../../../../shared/permissions.ts'
import { problemAt, refusalOf } from '../../../../../api/refusal.ts'
import { FormError } from '../../../../components/form-error.tsx'
import { trpc } from '../../../../trpc.ts'

const route = getRouteApi('/in/p/$project/flags')

export function ViewDialog(props: { project: string; view: Partial<SavedView>; onClose: () => void }): ReactNode {
  const { project, view, onClose } = props
  const { id, query = '', sort = null } = view
  const navigate = route.useNavigate()
  const utils = trpc.useUtils()
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const [name, setName] = useState(view.name ?? '')
  const [shared, setShared] = useState(view.shared ?? false)
  const save = trpc.views.save.useMutation({
    onSuccess: async (saved) => {
      await utils.views.list.invalidate({ project })
      onClose()
      void navigate({ search: (old) => ({ ...old, view: saved.id, q: undefined, sort: undefined }) })
    },
  })
  const refusal = save.error ? refusalOf(save.error) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ project, id, name, query, sort, shared })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={id === undefined ? 'New view' : 'Rename view'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            label="Name"
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={refusal?.code === 'view/name-taken' ? refusal.sentence : refusal && problemAt(refusal, 'name')}
            description={`Shows ${query}`}
          />
          {id === undefined && role !== undefined && allows(role, 'view.share') ? (
            <Checkbox
              label="Everyone in the project can see it"
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          ) : null}
          <FormError refusal={refusal?.code === 'view/name-taken' ? null : refusal} fields={['name']} />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {id === undefined ? 'Save view' : 'Rename'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
