import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ApiToken } from '../../../../../shared/features/access/schemas/api-token.ts'
import { allows } from '../../../../../shared/permissions.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import classes from '../../../components/settings.module.css'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { ShownOnce } from '../../../components/shown-once.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { failed } from '../../../components/toast.tsx'
import { TypedConfirm } from '../../../components/typed-confirm.tsx'
import { trpc } from '../../../trpc.ts'
import { RotateDialog } from '../../keys/rotate-dialog.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { ServiceTokenMaker } from './service-token-maker.tsx'
import { ServiceTokenTable } from './service-token-table.tsx'

const route = getRouteApi('/in/org/service-tokens')

/** Service tokens by project. They act in no user’s name. */
export function ServiceTokensScreen(): ReactNode {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const projects = trpc.projects.list.useQuery()
  return (
    <SettingsPage>
      <Loaded
        query={projects}
        what="projects"
        loading={<Skeleton h={160} />}
        isEmpty={(list) => !list.some(({ role }) => allows(role, 'member.edit'))}
        empty={
          <StatePanel icon={IconKey} title="You have no projects">
            Service tokens belong to a project and are created by its admins.
          </StatePanel>
        }
      >
        {(list) => {
          const mine = list.filter(({ role }) => allows(role, 'member.edit'))
          const chosen = mine.find(({ key }) => key === search.project) ?? mine[0]
          return chosen === undefined ? null : (
            <>
              <NativeSelect
                label="Project"
                w={280}
                data={mine.map(({ key, name }) => ({ value: key, label: name }))}
                value={chosen.key}
                onChange={(event) => void navigate({ search: { project: event.currentTarget.value } })}
              />
              <TokensOf key={chosen.key} project={chosen.key} />
            </>
          )
        }}
      </Loaded>
    </SettingsPage>
  )
}

function TokensOf({ project }: { project: string }): ReactNode {
  const tokens = trpc.serviceTokens.list.useQuery({ project })
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const [act, setAct] = useState<{ kind: 'rotate' | 'revoke'; token: ApiToken } | null>(null)
  const utils = trpc.useUtils()
  const refresh = async () => {
    setAct(null)
    await utils.serviceTokens.list.invalidate({ project })
  }
  const rotate = trpc.serviceTokens.rotate.useMutation({
    onSuccess: refresh,
    onError: (error) => failed('Couldn’t rotate the token', refusalOf(error)),
  })
  const revoke = trpc.serviceTokens.revoke.useMutation({
    onSuccess: refresh,
    onError: (error) => failed('Couldn’t revoke the token', refusalOf(error)),
  })
  return (
    <>
      <SettingsSection
        title="New service token"
        lead="For pipelines and services. A service token isn’t tied to a person, so it keeps working when people leave."
      >
        <ServiceTokenMaker project={project} environments={environments} />
      </SettingsSection>
      <SettingsSection title="Service tokens">
        {rotate.data ? (
          <ShownOnce text={rotate.data.text} copy="Copy token">
            New token {rotate.data.token.name}. It’s shown only once.
          </ShownOnce>
        ) : null}
        <Loaded
          query={tokens}
          what="service tokens"
          loading={<Skeleton h={120} />}
          isEmpty={(list) => list.length === 0}
          empty={<p className={classes['lead']}>No service tokens yet.</p>}
        >
          {(list) => (
            <ServiceTokenTable
              tokens={list}
              actions={(token) => (
                <>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Rotate ${token.name}`}
                    onClick={() => setAct({ kind: 'rotate', token })}
                  >
                    Rotate
                  </Button>{' '}
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Revoke ${token.name}`}
                    onClick={() => setAct({ kind: 'revoke', token })}
                  >
                    Revoke
                  </Button>
                </>
              )}
            />
          )}
        </Loaded>
      </SettingsSection>
      {act?.kind === 'rotate' ? (
        <RotateDialog
          name={act.token.name}
          busy={rotate.isPending}
          onClose={() => setAct(null)}
          onRotate={(overlapHours) => rotate.mutate({ project, id: act.token.id, overlapHours })}
        >
          This creates a new token with the same name and permissions, shown only once. You can switch to it while the
          old token still works.
        </RotateDialog>
      ) : null}
      {act?.kind === 'revoke' ? (
        <TypedConfirm
          title={`Revoke ${act.token.name}`}
          name={act.token.name}
          act="Revoke token"
          busy={revoke.isPending}
          onClose={() => setAct(null)}
          onConfirm={() => revoke.mutate({ project, id: act.token.id })}
        >
          Applications using it are refused from now on. This can’t be undone.
        </TypedConfirm>
      ) : null}
    </>
  )
}
