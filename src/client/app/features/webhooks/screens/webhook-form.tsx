import { Button, Checkbox, MultiSelect, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { CreateWebhookInput, type Webhook } from '../../../../../shared/features/webhooks/schemas/webhook.ts'
import { limits } from '../../../../../shared/limits.ts'
import { actionText } from '../../../../../shared/text/audit/act.ts'
import type { Refusal } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { useProblems } from '../../../components/use-problems.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import classes from './webhooks.module.css'

export type WebhookSettings = Pick<Webhook, 'name' | 'url' | 'actions' | 'environments'>

const acts = Object.entries(actionText).map(([value, { filter: label }]) => ({ value, label }))

export function WebhookForm(props: {
  project: string
  environments: readonly Environment[]
  start: WebhookSettings
  submit: string
  pending: boolean
  refusal: Refusal | null
  onSubmit: (settings: WebhookSettings) => void
  onCancel: () => void
}): ReactNode {
  const { project, environments, start, submit, pending, refusal, onSubmit, onCancel } = props
  const [value, setValue] = useState(start)
  const problems = useProblems(refusal)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (problems.fits(CreateWebhookInput, { project, ...value })) onSubmit(value)
  }
  const ticked = value.environments ?? []
  const tick = (key: string) => {
    const next = ticked.includes(key) ? ticked.filter((one) => one !== key) : [...ticked, key]
    setValue({ ...value, environments: next.length === 0 ? null : next })
  }
  return (
    <form onSubmit={send} noValidate className={classes['form']}>
      <TextInput
        label="Name"
        placeholder="Deploy bot"
        maxLength={limits.nameLength}
        autoComplete="off"
        value={value.name}
        onChange={(event) => setValue({ ...value, name: event.currentTarget.value })}
        error={problems.at('name')}
      />
      <TextInput
        label="URL"
        type="url"
        placeholder="https://example.com/hooks/fanion"
        autoComplete="off"
        value={value.url}
        onChange={(event) => setValue({ ...value, url: event.currentTarget.value.trim() })}
        error={problems.at('url')}
      />
      <MultiSelect
        label="Events"
        description="All events, unless you choose specific ones."
        placeholder={value.actions.length === 0 ? 'All events' : ''}
        data={acts}
        value={value.actions}
        searchable
        clearable
        withScrollArea={false}
        styles={{ options: { maxHeight: '280px', overflowY: 'auto' } }}
        clearButtonProps={{ 'aria-label': 'All events' }}
        onChange={(actions) => setValue({ ...value, actions })}
        error={problems.at('actions')}
      />
      <fieldset className={classes['ticks']}>
        <legend>Environments</legend>
        {environments.map((environment) => (
          <Checkbox
            key={environment.key}
            size="xs"
            label={<EnvironmentMark environment={environment} />}
            checked={ticked.includes(environment.key)}
            onChange={() => tick(environment.key)}
          />
        ))}
        <p>
          {ticked.length === 0
            ? 'None selected: events from all environments are sent.'
            : 'Project-wide events are sent too.'}
        </p>
      </fieldset>
      <FormError refusal={refusal} fields={['name', 'url', 'actions']} />
      <div className={classes['acts']}>
        <Button type="submit" loading={pending}>
          {submit}
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
