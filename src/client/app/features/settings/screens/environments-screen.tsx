import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronRight } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { counted, percent } from '../../../../../shared/text/rules/percent.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { failed } from '../../../components/toast.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { PermissionNotice } from '../../session/permission-notice.tsx'
import { EnvironmentForm } from './environment-form.tsx'
import { Freezes } from './freezes.tsx'
import { NewEnvironmentDialog } from './new-environment-dialog.tsx'
import classes from './settings.module.css'
import { WorkingHours } from './working-hours.tsx'

const route = getRouteApi('/in/p/$project/settings/environments')

/** Environments of a project in order. One of them is open. */
export function EnvironmentsScreen(): ReactNode {
  const { project } = route.useParams()
  const { env, new: creating } = route.useSearch()
  const navigate = route.useNavigate()
  const environments = trpc.environments.list.useQuery({ project })
  const can = trpc.members.can.useQuery({ project }).data
  const utils = trpc.useUtils()
  const order = trpc.environments.order.useMutation({
    onSuccess: () => Promise.all([utils.environments.invalidate(), utils.flags.invalidate()]),
    onError: (error) => failed('Couldn’t save the order', refusalOf(error)),
  })
  const mayEverywhere = can?.project['environment.edit'].ok === true
  const mayIn = (key: string) => can?.environments[key]?.['environment.edit'].ok === true
  const close = () => void navigate({ search: {} })
  return (
    <SettingsPage>
      <SettingsSection
        title="Environments"
        lead="Each environment has its own history, keys and rules. Their order sets the columns in the flag list."
      >
        <PermissionNotice project={project} permission="environment.edit" />
        <Loaded
          query={environments}
          what="environments"
          loading={<Skeleton h={150} />}
          isEmpty={() => false}
          empty={null}
        >
          {(list) => (
            <>
              <ul className={classes['list']}>
                {list.map((environment, at) => (
                  <li key={environment.key} className={classes['environment']}>
                    <div className={classes['head']}>
                      {mayIn(environment.key) ? (
                        <Link
                          to="."
                          search={environment.key === env ? {} : { env: environment.key }}
                          className={classes['name']}
                          aria-expanded={environment.key === env}
                        >
                          <IconChevronRight size={14} aria-hidden />
                          <EnvironmentMark environment={environment} />
                        </Link>
                      ) : (
                        <EnvironmentMark environment={environment} />
                      )}
                      <Facts environment={environment} />
                      {mayEverywhere ? (
                        <Moves
                          environments={list}
                          at={at}
                          onOrder={(keys) => order.mutate({ project, environments: keys })}
                        />
                      ) : null}
                    </div>
                    {environment.key === env && mayIn(environment.key) ? (
                      <>
                        <EnvironmentForm
                          project={project}
                          environment={environment}
                          last={list.length === 1}
                          onDeleted={close}
                        />
                        <WorkingHours project={project} environment={environment.key} />
                        <Freezes project={project} environment={environment.key} />
                      </>
                    ) : null}
                  </li>
                ))}
              </ul>
              {mayEverywhere ? (
                <Button onClick={() => void navigate({ search: { new: true } })}>New environment</Button>
              ) : null}
              {creating && mayEverywhere ? (
                <NewEnvironmentDialog project={project} environments={list} onClose={close} />
              ) : null}
            </>
          )}
        </Loaded>
      </SettingsSection>
    </SettingsPage>
  )
}

function Facts({ environment }: { environment: Environment }): ReactNode {
  const { key, requiredApprovals, moveLimitPer100k, revision } = environment
  return (
    <span className={classes['facts']}>
      <code>{key}</code>
      {requiredApprovals === 0 ? null : <span>requires {counted(requiredApprovals, 'approval')}</span>}
      {moveLimitPer100k === null ? null : <span>second look over {percent(moveLimitPer100k)}</span>}
      <span>revision {revision}</span>
    </span>
  )
}

/** Moves an environment up or down. The button keeps the focus, so that it can be pressed again. */
function Moves(props: {
  environments: readonly Environment[]
  at: number
  onOrder: (keys: string[]) => void
}): ReactNode {
  const { environments, at, onOrder } = props
  const { name = '' } = environments[at] ?? {}
  const move = (to: number) => {
    const keys = environments.map((one) => one.key)
    const [key = ''] = keys.splice(at, 1)
    keys.splice(to, 0, key)
    onOrder(keys)
  }
  return (
    <span>
      <ActionIcon variant="subtle" aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => move(at - 1)}>
        <IconArrowUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={`Move ${name} down`}
        disabled={at === environments.length - 1}
        onClick={() => move(at + 1)}
      >
        <IconArrowDown size={16} />
      </ActionIcon>
    </span>
  )
}
