import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import type { Webhook } from '../../../../../shared/features/webhooks/schemas/webhook.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { SettingsSection } from '../../../components/settings-section.tsx'
import { ShownOnce } from '../../../components/shown-once.tsx'
import { done, failed } from '../../../components/toast.tsx'
import { TypedConfirm } from '../../../components/typed-confirm.tsx'
import { trpc } from '../../../trpc.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookForm, type WebhookSettings } from './webhook-form.tsx'
import classes from './webhooks.module.css'

/** One webhook: test, pause, edit and delivery log. */
export function WebhookDetail(props: {
  project: string
  webhook: Webhook
  environments: readonly Environment[]
  before: string | undefined
}): ReactNode {
  const { project, webhook, environments, before } = props
  const { id, name, url, actions, environments: keys } = webhook
  const paused = webhook.pausedAt !== null
  const [mode, setMode] = useState<'read' | 'edit' | 'remove'>('read')
  const navigate = useNavigate()
  const utils = trpc.useUtils()
  const refresh = () => utils.webhooks.invalidate()
  const change = trpc.webhooks.change.useMutation({ onSuccess: refresh })
  const test = trpc.webhooks.test.useMutation({
    onSuccess: async () => {
      await navigate({ to: '.', search: (old) => ({ ...old, before: undefined }) })
      await utils.webhooks.deliveries.invalidate({ project, id })
    },
    onError: (error) => failed('Couldn’t send the test', refusalOf(error)),
  })
  const renew = trpc.webhooks.renewSecret.useMutation({
    onError: (error) => failed('The secret wasn’t changed', refusalOf(error)),
  })
  const remove = trpc.webhooks.remove.useMutation({
    onSuccess: async () => {
      await navigate({ to: '.', search: {} })
      await refresh()
      done(`Removed ${name}`)
    },
    onError: (error) => failed(`Couldn’t remove ${name}`, refusalOf(error)),
  })
  const settings: WebhookSettings = { name, url, actions, environments: keys }
  const pause = (wanted: boolean) =>
    change.mutate(
      { project, id, ...settings, paused: wanted },
      {
        onSuccess: () =>
          done(wanted ? `Paused ${name}. New events are queued.` : `Resumed ${name}. Queued events will be sent.`, {
            undo: () => pause(!wanted),
          }),
        onError: (error) => failed(`Couldn’t change ${name}`, refusalOf(error)),
      },
    )
  return (
    <SettingsSection
      title={name}
      lead={
        paused
          ? 'Paused. Nothing is sent. Events are queued and delivered in order when you resume.'
          : 'Messages are signed following the Standard Webhooks spec. If the response isn’t 2xx, delivery is retried eight times over about a day.'
      }
    >
      {mode === 'edit' ? (
        <WebhookForm
          project={project}
          environments={environments}
          start={settings}
          submit="Save"
          pending={change.isPending}
          refusal={change.error ? refusalOf(change.error) : null}
          onSubmit={(next) => change.mutate({ project, id, ...next, paused }, { onSuccess: () => setMode('read') })}
          onCancel={() => setMode('read')}
        />
      ) : (
        <div className={classes['acts']}>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate({ project, id })}>
            Send test
          </Button>
          <Button variant="default" disabled={change.isPending} onClick={() => pause(!paused)}>
            {paused ? 'Resume' : 'Pause'}
          </Button>
          <Button variant="default" onClick={() => setMode('edit')}>
            Edit
          </Button>
          <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate({ project, id })}>
            New secret
          </Button>
          <Button variant="default" onClick={() => setMode('remove')}>
            Remove
          </Button>
        </div>
      )}
      {renew.data ? <SecretOnce name={name} secret={renew.data.secret} /> : null}
      <DeliveryLog project={project} id={id} before={before} />
      {mode === 'remove' ? (
        <TypedConfirm
          title={`Remove ${name}`}
          name={name}
          act="Remove webhook"
          busy={remove.isPending}
          onClose={() => setMode('read')}
          onConfirm={() => remove.mutate({ project, id })}
        >
          Deliveries stop and the delivery log is deleted. To stop temporarily, pause the webhook instead.
        </TypedConfirm>
      ) : null}
    </SettingsSection>
  )
}

/** Shows a webhook’s signing secret once. */
export function SecretOnce({ name, secret }: { name: string; secret: string }): ReactNode {
  return (
    <ShownOnce text={secret} copy="Copy secret">
      Secret for {name}, shown only once. Use it to verify that messages come from this server.
    </ShownOnce>
  )
}
