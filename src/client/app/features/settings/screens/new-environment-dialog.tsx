import { Modal, NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CreateEnvironmentInput, type Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { problemAt, refusalOf } from '../../../../api/refusal.ts'
import { NameAndKeyForm } from '../../../components/name-and-key-form.tsx'
import { done } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentFields, type Look } from './environment-fields.tsx'

/** Creates an environment with every flag off, or as a copy of another. */
export function NewEnvironmentDialog(props: {
  project: string
  environments: readonly Environment[]
  onClose: () => void
}): ReactNode {
  const { project, environments, onClose } = props
  const [look, setLook] = useState<Look>({ colour: 'blue', protected: false, requiredApprovals: 0 })
  const [from, setFrom] = useState('')
  const utils = trpc.useUtils()
  const create = trpc.environments.create.useMutation({
    onSuccess: async ({ name }) => {
      onClose()
      await Promise.all([utils.environments.invalidate(), utils.flags.invalidate(), utils.members.invalidate()])
      done(`Created ${name}`)
    },
  })
  const refusal = create.error ? refusalOf(create.error) : null
  const starts = environments.map((one) => ({ value: one.key, label: `Same as ${one.name}` }))
  return (
    <Modal opened onClose={onClose} title="New environment" closeButtonProps={{ 'aria-label': 'Close' }}>
      <NameAndKeyForm
        schema={CreateEnvironmentInput.pick({ name: true, key: true })}
        placeholder="Preview"
        maxKeyLength={64}
        submit="Create environment"
        pending={create.isPending}
        refusal={refusal}
        onSubmit={(value) => create.mutate({ project, ...value, ...look, from: from || null })}
      >
        <NativeSelect
          label="Initial flag state"
          data={[{ value: '', label: 'Off' }, ...starts]}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <EnvironmentFields
          value={look}
          onChange={setLook}
          problem={refusal && problemAt(refusal, 'requiredApprovals')}
        />
      </NameAndKeyForm>
    </Modal>
  )
}
