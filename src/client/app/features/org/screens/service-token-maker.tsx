import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CreateServiceTokenInput } from '../../../../../shared/features/access/schemas/api-token.ts'
import { MemberRole } from '../../../../../shared/features/members/schemas/member.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../shared/limits.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import classes from '../../../components/settings.module.css'
import { ShownOnce } from '../../../components/shown-once.tsx'
import { useProblems } from '../../../components/use-problems.ts'
import { trpc } from '../../../trpc.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'

const lives = [
  { value: '7', label: '1 week' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'no expiration' },
]

type Value = { name: string; role: MemberRole; environments: readonly string[]; days: string }
const start: Value = { name: '', role: 'viewer', environments: [], days: '90' }

/** Creates a service token with a role, environments and an expiry. The token is shown once. */
export function ServiceTokenMaker(props: { project: string; environments: readonly Environment[] }): ReactNode {
  const { project, environments } = props
  const [value, setValue] = useState(start)
  const utils = trpc.useUtils()
  const create = trpc.serviceTokens.create.useMutation({
    onSuccess: async () => {
      setValue(start)
      await utils.serviceTokens.list.invalidate({ project })
    },
  })
  // Admins apply everywhere, and limiting a viewer has no effect.
  const limitable = value.role === 'editor' || value.role === 'publisher'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { name, role, days } = value
    const some = limitable && value.environments.length > 0
    const input = {
      project,
      name,
      role,
      environments: some ? [...value.environments] : null,
      expiresInDays: days === '' ? null : Number(days),
    }
    if (problems.fits(CreateServiceTokenInput, input)) create.mutate(input)
  }
  const tick = (key: string) => {
    const { environments: ticked } = value
    setValue({ ...value, environments: ticked.includes(key) ? ticked.filter((one) => one !== key) : [...ticked, key] })
  }
  const refusal = create.error ? refusalOf(create.error) : null
  const problems = useProblems(refusal)
  return (
    <>
      <form onSubmit={submit} noValidate className={classes['row']}>
        <TextInput
          label="Name"
          placeholder="Deploy pipeline"
          maxLength={limits.nameLength}
          autoComplete="off"
          value={value.name}
          onChange={(event) => setValue({ ...value, name: event.currentTarget.value })}
          error={problems.at('name')}
        />
        <NativeSelect
          label="Role"
          data={[...MemberRole.options]}
          value={value.role}
          onChange={(event) => setValue({ ...value, role: MemberRole.parse(event.currentTarget.value) })}
        />
        <NativeSelect
          label="Expires after"
          data={lives}
          value={value.days}
          onChange={(event) => setValue({ ...value, days: event.currentTarget.value })}
        />
        <Button type="submit" loading={create.isPending}>
          Create token
        </Button>
        {limitable ? (
          <fieldset className={classes['row']} style={{ border: 0, margin: 0, padding: 0, width: '100%' }}>
            <legend className={classes['lead']} style={{ margin: 0, padding: 0 }}>
              {value.environments.length === 0
                ? 'All environments, unless you select some'
                : 'Only in these environments; read-only in the others'}
            </legend>
            {environments.map((environment) => (
              <Checkbox
                key={environment.key}
                size="xs"
                label={<EnvironmentMark environment={environment} />}
                checked={value.environments.includes(environment.key)}
                onChange={() => tick(environment.key)}
              />
            ))}
          </fieldset>
        ) : null}
      </form>
      <FormError refusal={refusal} fields={['name']} />
      {create.data ? (
        <ShownOnce text={create.data.text} copy="Copy token">
          Token {create.data.token.name}. It’s shown only once.
        </ShownOnce>
      ) : null}
    </>
  )
}
