import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CreateTokenInput } from '../../../../../../shared/features/access/schemas/api-token.ts'
import type { Project } from '../../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../../shared/limits.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { FormError } from '../../../../components/form-error.tsx'
import classes from '../../../../components/settings.module.css'
import { ShownOnce } from '../../../../components/shown-once.tsx'
import { useProblems } from '../../../../components/use-problems.ts'
import { trpc } from '../../../../trpc.ts'

const lives = [
  { value: '7', label: '1 week' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'no expiration' },
]

const start = { name: '', project: '*', role: 'viewer', days: '90' }

/** Creates a personal API token with a scope, a maximum role and an expiry. The token is shown once. */
export function TokenMaker({ projects, owner }: { projects: readonly Project[]; owner: boolean }): ReactNode {
  const [value, setValue] = useState(start)
  const utils = trpc.useUtils()
  const create = trpc.tokens.create.useMutation({
    onSuccess: async () => {
      setValue(start)
      await utils.tokens.list.invalidate()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = CreateTokenInput.safeParse({
      name: value.name,
      scopes: [{ project: value.project, role: value.role }],
      expiresInDays: value.days === '' ? null : Number(value.days),
    })
    if (problems.fits(CreateTokenInput.pick({ name: true }), { name: value.name }) && input.success)
      create.mutate(input.data)
  }
  const refusal = create.error ? refusalOf(create.error) : null
  const problems = useProblems(refusal)
  const field = (name: keyof typeof value) => ({
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValue({ ...value, [name]: event.currentTarget.value }),
  })
  const roles = ['viewer', 'editor', 'publisher', 'admin', ...(owner && value.project === '*' ? ['owner'] : [])]
  return (
    <>
      <form onSubmit={submit} noValidate className={classes['row']}>
        <TextInput
          label="Name"
          placeholder="Terraform"
          maxLength={limits.nameLength}
          autoComplete="off"
          {...field('name')}
          error={problems.at('name')}
        />
        <NativeSelect
          label="Project"
          data={[
            { value: '*', label: 'all my projects' },
            ...projects.map(({ key, name }) => ({ value: key, label: name })),
          ]}
          {...field('project')}
        />
        <NativeSelect label="Maximum role" data={roles} {...field('role')} />
        <NativeSelect label="Expires after" data={lives} {...field('days')} />
        <Button type="submit" loading={create.isPending}>
          Create token
        </Button>
      </form>
      <FormError refusal={refusal} fields={['name']} />
      {create.data ? (
        <ShownOnce text={create.data.text} copy="Copy token">
          Your token {create.data.token.name}. It’s shown only once.
        </ShownOnce>
      ) : null}
    </>
  )
}
