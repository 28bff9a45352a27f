import type { ReactNode } from 'react'
import { CreateProjectInput } from '../../../../../shared/features/projects/schemas/project.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { NameAndKeyForm } from '../../../components/name-and-key-form.tsx'
import { trpc } from '../../../trpc.ts'
import { Card } from './card.tsx'

export function ProjectStep({ onDone }: { onDone: (project: string) => void }): ReactNode {
  const utils = trpc.useUtils()
  const create = trpc.projects.create.useMutation({
    onSuccess: async (project) => {
      await utils.projects.list.invalidate()
      onDone(project.key)
    },
  })
  return (
    <Card
      title="Name your project"
      lead="A project holds the flags for one product: a shop, an app, a service. You can add more later."
      step="2 of 3"
    >
      <NameAndKeyForm
        schema={CreateProjectInput}
        placeholder="Shop"
        maxKeyLength={64}
        submit="Create project"
        pending={create.isPending}
        refusal={create.error ? refusalOf(create.error) : null}
        onSubmit={(value) => create.mutate(value)}
      />
    </Card>
  )
}
