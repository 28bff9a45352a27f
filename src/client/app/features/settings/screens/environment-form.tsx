import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { EditEnvironmentInput, type Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../shared/limits.ts'
import { problemAt, refusalOf } from '../../../../api/refusal.ts'
import { fieldProblems } from '../../../components/field-problems.ts'
import { FormError } from '../../../components/form-error.tsx'
import { done } from '../../../components/toast.tsx'
import { TypedConfirm } from '../../../components/typed-confirm.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentFields } from './environment-fields.tsx'
import { MoveLimitField } from './move-limit-field.tsx'
import classes from './settings.module.css'

export function EnvironmentForm(props: {
  project: string
  environment: Environment
  last: boolean
  onDeleted: () => void
}): ReactNode {
  const { project, environment, last, onDeleted } = props
  const { name, colour, requiredApprovals, sampling, moveLimitPer100k } = environment
  const settings = { name, colour, protected: environment.protected, requiredApprovals, sampling, moveLimitPer100k }
  const [value, setValue] = useState(settings)
  const [problem, setProblem] = useState<string | null>(null)
  const [deleting, setDeleting] = useState(false)
  const utils = trpc.useUtils()
  // These settings affect every screen of the project.
  const refresh = () =>
    Promise.all([utils.environments.invalidate(), utils.flags.invalidate(), utils.changes.invalidate()])
  const edit = trpc.environments.edit.useMutation({
    onSuccess: async (edited) => {
      await refresh()
      done(`Saved ${edited.name}`)
    },
  })
  const remove = trpc.environments.delete.useMutation({
    onSuccess: async () => {
      onDeleted()
      await refresh()
      done(`Deleted ${name}`)
    },
  })
  const refusal = edit.error ? refusalOf(edit.error) : null
  const scope = { project, environment: environment.key }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = fieldProblems(EditEnvironmentInput, { ...scope, ...value })
    setProblem(found['name'] ?? null)
    if (Object.keys(found).length === 0) edit.mutate({ ...scope, ...value })
  }
  return (
    <form onSubmit={submit} noValidate className={classes['open']}>
      <div className={classes['fields']}>
        <TextInput
          label="Name"
          maxLength={limits.nameLength}
          autoComplete="off"
          value={value.name}
          onChange={(event) => setValue({ ...value, name: event.currentTarget.value })}
          error={problem ?? (refusal && problemAt(refusal, 'name'))}
        />
        <EnvironmentFields
          value={value}
          onChange={(look) => setValue({ ...value, ...look })}
          problem={refusal && problemAt(refusal, 'requiredApprovals')}
        />
        <Checkbox
          label="Sample contexts"
          description="Applications send a small, even sample of the contexts they evaluate, without personal data, so you can see who a publish affects."
          checked={value.sampling}
          onChange={(event) => {
            const on = event.currentTarget.checked
            setValue({ ...value, sampling: on, moveLimitPer100k: on ? value.moveLimitPer100k : null })
          }}
        />
        <MoveLimitField
          sampling={value.sampling}
          value={value.moveLimitPer100k}
          onChange={(limit) => setValue({ ...value, moveLimitPer100k: limit })}
          problem={refusal && problemAt(refusal, 'moveLimitPer100k')}
        />
        <FormError refusal={refusal} fields={['name', 'requiredApprovals', 'moveLimitPer100k']} />
        <div className={classes['acts']}>
          <Button type="submit" loading={edit.isPending} disabled={JSON.stringify(value) === JSON.stringify(settings)}>
            Save
          </Button>
          <Button variant="subtle" color="red" disabled={last} onClick={() => setDeleting(true)}>
            {last ? 'A project needs at least one environment' : `Delete ${name}…`}
          </Button>
        </div>
      </div>
      {deleting ? (
        <TypedConfirm
          title={`Delete ${name}`}
          name={environment.key}
          act="Delete environment"
          busy={remove.isPending}
          refusal={remove.error ? refusalOf(remove.error) : null}
          onClose={() => {
            setDeleting(false)
            remove.reset()
          }}
          onConfirm={() => remove.mutate({ ...scope, confirm: environment.key })}
        >
          Its {environment.revision} revisions, SDK keys and drafts are deleted, and applications using its keys are
          refused. The activity log is kept. This can’t be undone.
        </TypedConfirm>
      ) : null}
    </form>
  )
}
