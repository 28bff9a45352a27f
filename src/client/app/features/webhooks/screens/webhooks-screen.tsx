import { Button, Skeleton } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { refusalOf } from '../../../../api/refusal.ts'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { DocsLink } from '../../docs/docs-link.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { SecretOnce, WebhookDetail } from './webhook-detail.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { subscriptionText } from './webhook-text.ts'
import classes from './webhooks.module.css'

const route = getRouteApi('/in/p/$project/settings/webhooks')

const blank = { name: '', url: '', actions: [], environments: null }

export function WebhooksScreen(): ReactNode {
  const { project } = route.useParams()
  const { hook, before } = route.useSearch()
  const navigate = route.useNavigate()
  const webhooks = trpc.webhooks.list.useQuery({ project })
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const [adding, setAdding] = useState(false)
  const utils = trpc.useUtils()
  const create = trpc.webhooks.create.useMutation({
    onSuccess: async ({ webhook }) => {
      setAdding(false)
      await utils.webhooks.list.invalidate({ project })
      await navigate({ search: { hook: webhook.id } })
    },
  })
  const add = <Button onClick={() => setAdding(true)}>Add webhook</Button>
  const form = (
    <WebhookForm
      project={project}
      environments={environments}
      start={blank}
      submit="Create webhook"
      pending={create.isPending}
      refusal={create.error ? refusalOf(create.error) : null}
      onSubmit={(settings) => create.mutate({ project, ...settings })}
      onCancel={() => {
        setAdding(false)
        create.reset()
      }}
    />
  )
  return (
    <SettingsPage>
      {adding ? <SettingsSection title="New webhook">{form}</SettingsSection> : null}
      {create.data && !adding ? <SecretOnce name={create.data.webhook.name} secret={create.data.secret} /> : null}
      <Loaded
        query={webhooks}
        what="webhooks"
        loading={<Skeleton h={160} />}
        isEmpty={(list) => list.length === 0}
        empty={
          adding ? null : (
            <StatePanel icon={IconWebhook} title="No webhooks yet" actions={add}>
              Webhooks notify your own services when something happens here, such as a publish to production.{' '}
              <DocsLink page="webhooks">What webhooks send</DocsLink>
            </StatePanel>
          )
        }
      >
        {(list) => {
          const open = list.find(({ id }) => id === hook)
          return (
            <>
              <SettingsSection title="Webhooks" lead="Each webhook sends this project’s events to one URL.">
                {adding ? null : <div className={classes['acts']}>{add}</div>}
                <Table label="All webhooks" columns={['Name', 'URL', 'Events', 'Environments', 'Status']}>
                  {list.map((webhook) => (
                    <tr key={webhook.id} data-faded={webhook.pausedAt !== null || undefined}>
                      <th scope="row">
                        <Link
                          to="."
                          search={{ hook: webhook.id }}
                          className={classes['name']}
                          aria-current={webhook.id === hook ? 'true' : undefined}
                        >
                          {webhook.name}
                        </Link>
                      </th>
                      <td>
                        <span className={classes['address']} title={webhook.url}>
                          {webhook.url}
                        </span>
                      </td>
                      <td>{subscriptionText(webhook)}</td>
                      <td>{webhook.environments?.join(', ') ?? 'all environments'}</td>
                      <td>
                        {webhook.pausedAt === null ? (
                          'on'
                        ) : (
                          <>
                            paused <TimeText instant={webhook.pausedAt} />
                          </>
                        )}
                      </td>
                      <td />
                    </tr>
                  ))}
                </Table>
              </SettingsSection>
              {open === undefined ? null : (
                <WebhookDetail
                  key={open.id}
                  project={project}
                  webhook={open}
                  environments={environments}
                  before={before}
                />
              )}
            </>
          )
        }}
      </Loaded>
    </SettingsPage>
  )
}
