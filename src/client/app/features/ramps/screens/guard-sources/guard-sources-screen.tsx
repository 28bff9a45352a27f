import { Button, Skeleton } from '@mantine/core'
import { IconHeartRateMonitor } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { refusalOf } from '../../../../../api/refusal.ts'
import { SettingsPage, SettingsSection } from '../../../../components/settings-section.tsx'
import { StatePanel } from '../../../../components/state-panel.tsx'
import { Table } from '../../../../components/table.tsx'
import { done } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'
import { Loaded } from '../../../loading/loaded.tsx'
import { PermissionNotice } from '../../../session/permission-notice.tsx'
import { useHasPermission } from '../../../session/use-has-permission.ts'
import { SourceDetail, SourceUses } from './source-detail.tsx'
import { SourceForm } from './source-form.tsx'
import classes from './sources.module.css'

const route = getRouteApi('/in/p/$project/settings/sources')

/** Guard sources: Prometheus servers, and services that return the verdict go, wait or stop. */
export function GuardSourcesScreen(): ReactNode {
  const { project } = route.useParams()
  const { source: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const sources = trpc.guardSources.list.useQuery({ project })
  const editable = useHasPermission(project, 'webhook.edit')
  const [adding, setAdding] = useState(false)
  const utils = trpc.useUtils()
  const save = trpc.guardSources.save.useMutation({ onSuccess: () => utils.guardSources.list.invalidate({ project }) })
  const add = editable ? <Button onClick={() => setAdding(true)}>Add source</Button> : null
  return (
    <SettingsPage>
      {adding ? (
        <SettingsSection title="New source">
          <SourceForm
            project={project}
            source={null}
            pending={save.isPending}
            refusal={save.error ? refusalOf(save.error) : null}
            onSubmit={(settings) =>
              save.mutate(
                { project, ...settings },
                {
                  onSuccess: () => {
                    setAdding(false)
                    void navigate({ search: { source: settings.key } })
                    done(`Added ${settings.key}`)
                  },
                },
              )
            }
            onCancel={() => {
              setAdding(false)
              save.reset()
            }}
          />
        </SettingsSection>
      ) : null}
      <Loaded
        query={sources}
        what="sources"
        loading={<Skeleton h={160} />}
        isEmpty={(list) => list.length === 0}
        empty={
          adding ? null : (
            <StatePanel icon={IconHeartRateMonitor} title="No sources yet" actions={add}>
              Guards can ask a Prometheus for a number, or a service of yours for a verdict, and stop a ramp by the
              answer.
            </StatePanel>
          )
        }
      >
        {(list) => {
          const open = list.find(({ key }) => key === chosen)
          return (
            <>
              <SettingsSection title="Guard sources" lead="Other systems that guards of ramps ask at each look.">
                <PermissionNotice project={project} permission="webhook.edit" />
                {adding || !editable ? null : <div className={classes['acts']}>{add}</div>}
                <Table label="All sources" columns={['Key', 'Type', 'URL', 'Asked by']}>
                  {list.map(({ key, kind, url, usedBy }) => (
                    <tr key={key}>
                      <th scope="row">
                        <Link to="." search={{ source: key }} aria-current={key === chosen ? 'true' : undefined}>
                          {key}
                        </Link>
                      </th>
                      <td>{kind === 'prometheus' ? 'Prometheus' : 'Verdict'}</td>
                      <td>
                        <span className={classes['address']} title={url}>
                          {url}
                        </span>
                      </td>
                      <td>{usedBy.length === 0 ? 'no ramp' : <SourceUses project={project} usedBy={usedBy} />}</td>
                      <td />
                    </tr>
                  ))}
                </Table>
              </SettingsSection>
              {open === undefined || !editable ? null : <SourceDetail key={open.key} project={project} source={open} />}
            </>
          )
        }}
      </Loaded>
    </SettingsPage>
  )
}
