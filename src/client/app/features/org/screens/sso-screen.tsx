import { Button, Skeleton } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { IdentityProvider } from '../../../../../shared/features/access/schemas/identity-provider.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import settings from '../../../components/settings.module.css'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { done, failed } from '../../../components/toast.tsx'
import { TypedConfirm } from '../../../components/typed-confirm.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { ProviderForm, type ProviderSettings } from './provider-form.tsx'
import classes from './sso.module.css'

const route = getRouteApi('/in/org/sso')
const fresh = 'new'

export function SsoScreen(): ReactNode {
  const { provider: open } = route.useSearch()
  const navigate = route.useNavigate()
  const providers = trpc.providers.list.useQuery()
  const projects = trpc.projects.list.useQuery().data ?? []
  const [removing, setRemoving] = useState<IdentityProvider | null>(null)
  const utils = trpc.useUtils()
  const close = () => void navigate({ search: {} })
  const refresh = async () => {
    await utils.providers.invalidate()
    close()
  }
  const create = trpc.providers.create.useMutation({
    onSuccess: async ({ name }) => {
      await refresh()
      done(`${name} is now on the sign-in page.`)
    },
  })
  const change = trpc.providers.change.useMutation({
    onSuccess: async ({ name }) => {
      await refresh()
      done(`Saved ${name}`)
    },
  })
  const remove = trpc.providers.remove.useMutation({
    onSuccess: async () => {
      setRemoving(null)
      await refresh()
    },
    onError: (error) => failed('Couldn’t remove the provider', refusalOf(error)),
  })
  const add = (
    <Button component={Link} to={`/org/sso?provider=${fresh}`}>
      Add provider
    </Button>
  )
  const save = (id: string | undefined) => (value: ProviderSettings) => {
    const { clientSecret = '', ...rest } = value
    if (id === undefined) create.mutate({ ...rest, clientSecret })
    else change.mutate({ ...value, id })
  }
  const error = create.error ?? change.error
  return (
    <SettingsPage>
      <Loaded
        query={providers}
        what="providers"
        loading={<Skeleton h={160} />}
        isEmpty={(list) => list.length === 0 && open !== fresh}
        empty={
          <StatePanel icon={IconFingerprint} title="No providers yet" actions={add}>
            With single sign-on, people sign in with their work account. Any OpenID Connect provider works.
          </StatePanel>
        }
      >
        {(list) => {
          const chosen = list.find(({ id }) => id === open)
          return (
            <>
              {list.length === 0 ? null : (
                <SettingsSection title="Providers" lead="Each provider appears as a button on the sign-in page.">
                  <Table
                    label="Single sign-on providers"
                    columns={['Name', 'Issuer', 'Domains', 'New users', 'Status']}
                  >
                    {list.map((one) => (
                      <tr key={one.id} data-faded={!one.enabled || undefined}>
                        <th scope="row">
                          <Link to="/org/sso" search={{ provider: one.id }} className={classes['name']}>
                            {one.name}
                          </Link>
                        </th>
                        <td>{one.issuer}</td>
                        <td>{one.domains.join(', ')}</td>
                        <td>{one.createsPeople ? 'get an account automatically' : 'need an invitation'}</td>
                        <td>{one.enabled ? 'on' : 'off'}</td>
                        <td>
                          <Button
                            size="compact-sm"
                            variant="default"
                            aria-label={`Remove ${one.name}`}
                            onClick={() => setRemoving(one)}
                          >
                            Remove
                          </Button>
                        </td>
                      </tr>
                    ))}
                  </Table>
                  {open === fresh ? null : <div style={{ marginTop: 12 }}>{add}</div>}
                </SettingsSection>
              )}
              {chosen !== undefined || open === fresh ? (
                <SettingsSection title={chosen?.name ?? 'New provider'}>
                  <ProviderForm
                    key={open}
                    provider={chosen}
                    projects={projects}
                    pending={create.isPending || change.isPending}
                    refusal={error ? refusalOf(error) : null}
                    onSubmit={save(chosen?.id)}
                    onCancel={close}
                  />
                </SettingsSection>
              ) : null}
            </>
          )
        }}
      </Loaded>
      {providers.data ? <BreakGlass /> : null}
      {removing === null ? null : (
        <TypedConfirm
          title={`Remove ${removing.name}`}
          name={removing.name}
          act="Remove provider"
          busy={remove.isPending}
          onClose={() => setRemoving(null)}
          onConfirm={() => remove.mutate({ id: removing.id })}
        >
          People who used it keep their accounts but need another way to sign in: a password or a passkey. To stop
          temporarily, take it off the sign-in page.
        </TypedConfirm>
      )}
    </SettingsPage>
  )
}

/** Owners who can still sign in if every provider fails. */
function BreakGlass(): ReactNode {
  const owners = (trpc.users.list.useQuery().data ?? []).filter(
    ({ instanceRole, disabledAt }) => instanceRole === 'owner' && disabledAt === null,
  )
  const able = owners.filter(({ hasPassword }) => hasPassword).length
  return (
    <SettingsSection
      title="If a provider fails"
      lead="Single sign-on doesn’t replace passwords. An owner with a password can always sign in with it, and that sign-in is recorded in the audit log."
    >
      <p className={settings['lead']}>
        {owners.length === 0
          ? ''
          : able === 0
            ? 'No owner has a password. If the provider fails, nobody can sign in. Set a password in your account settings.'
            : `Owners with a password: ${able} of ${owners.length}.`}
      </p>
    </SettingsSection>
  )
}
