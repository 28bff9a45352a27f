import { Skeleton } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { allows, permissions } from '../../../../shared/permissions.ts'
import { StatePanel } from '../../components/state-panel.tsx'
import { EnvironmentTabs } from '../../features/environments/environment-tabs.tsx'
import { Loaded } from '../../features/loading/loaded.tsx'
import { trpc } from '../../trpc.ts'
import { SegmentEditor } from './segment-editor.tsx'
import classes from './segments.module.css'

const route = getRouteApi('/in/p/$project/segments/$segment')

/** A segment: whom it holds in each environment, and who uses it. */
export function SegmentScreen(): ReactNode {
  const { project, segment } = route.useParams()
  const { env } = route.useSearch()
  const page = trpc.segments.get.useQuery({ project, segment })
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const segments = trpc.segments.list.useQuery({ project }).data ?? []
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const chosen = environments.find((one) => one.key === env) ?? environments[0]
  const permission = chosen?.protected ? 'revision.publish-protected' : 'revision.publish'
  return (
    <Loaded
      query={page}
      what={`The segment ${segment}`}
      loading={<Skeleton h={240} m={24} />}
      isEmpty={(data) => Object.keys(data.heads).length === 0}
      empty={<StatePanel icon={IconUsersGroup} title={`${segment} isn’t in any environment`} />}
    >
      {(data) => {
        const head = chosen === undefined ? undefined : data.heads[chosen.key]
        return (
          <>
            <header className={classes['header']}>
              <h2>{data.segment.name}</h2>
              <Link
                to="/p/$project/segments/$segment/history"
                params={{ project, segment }}
                search={{ env: chosen?.key }}
              >
                History
              </Link>
              <UsedBy project={project} {...data.usedBy} />
              {data.segment.description === '' ? null : <p>{data.segment.description}</p>}
            </header>
            <div className={classes['where']}>
              <EnvironmentTabs environments={environments} chosen={chosen?.key} />
            </div>
            {chosen === undefined || head === undefined ? null : (
              <SegmentEditor
                key={`${chosen.key} ${segment}`}
                project={project}
                environment={chosen}
                head={head}
                usedBy={data.usedBy.flags.length + data.usedBy.segments.length}
                segments={segments.map((one) => one.key).filter((key) => key !== segment)}
                reason={
                  role === undefined || allows(role, permission)
                    ? undefined
                    : `ask an admin for the ${permissions[permission]} role in ${chosen.name}`
                }
              />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function UsedBy(props: { project: string; flags: readonly string[]; segments: readonly string[] }): ReactNode {
  const { project, flags, segments } = props
  if (flags.length + segments.length === 0) return <span className={classes['quiet']}>not used yet</span>
  return (
    <span className={classes['quiet']}>
      used by{' '}
      {flags.map((flag) => (
        <Link key={flag} to="/p/$project/flags/$flag" params={{ project, flag }} className={classes['use']}>
          {flag}
        </Link>
      ))}
      {segments.map((segment) => (
        <Link key={segment} to="/p/$project/segments/$segment" params={{ project, segment }} className={classes['use']}>
          {segment}
        </Link>
      ))}
    </span>
  )
}
