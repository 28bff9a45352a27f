import { Skeleton } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import type { SegmentHead } from '../../../../../shared/features/segments/schemas/segment-view.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { trpc } from '../../../trpc.ts'
import { draftKey } from '../../drafts/draft-keys.ts'
import { segmentDrafts } from '../../drafts/stored-draft.ts'
import { EnvironmentTabs } from '../../environments/environment-tabs.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { DocumentView } from '../../publishing/document-view.tsx'
import { publishRefusal } from '../../publishing/publish-permission.ts'
import { RequestAccess } from '../../session/request-access.tsx'
import { useRoleIn } from '../../session/use-role-in.ts'
import { SegmentEditor } from './segment-editor.tsx'
import classes from './segments.module.css'

const route = getRouteApi('/in/p/$project/segments/$segment')

/** A segment: its members in each environment, and what uses it. */
export function SegmentScreen(): ReactNode {
  const { project, segment } = route.useParams()
  const { env, change } = route.useSearch()
  const page = trpc.segments.get.useQuery({ project, segment })
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const segments = trpc.segments.list.useQuery({ project }).data ?? []
  const roleIn = useRoleIn(project)
  const chosen = environments.find((one) => one.key === env) ?? environments[0]
  const isReader =
    environments.length > 0 && environments.every((one) => publishRefusal(roleIn(one.key), one) !== undefined)
  return (
    <Loaded
      query={page}
      what={`The segment ${segment}`}
      loading={<Skeleton h={240} m={24} w="auto" />}
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
              <Link
                to="/p/$project/around"
                params={{ project }}
                search={{ focus: `segment:${segment}`, env: chosen?.key }}
              >
                Dependencies
              </Link>
              <UsedBy project={project} {...data.usedBy} />
              {data.segment.description === '' ? null : <p>{data.segment.description}</p>}
            </header>
            <div className={classes['where']}>
              <EnvironmentTabs environments={environments} chosen={chosen?.key} />
            </div>
            {isReader ? <RequestAccess project={project} permission="change.edit" what={segment} /> : null}
            {chosen === undefined || head === undefined ? null : (
              <Contents
                key={`${chosen.key} ${segment}`}
                project={project}
                environment={chosen}
                head={head}
                reason={publishRefusal(roleIn(chosen.key), chosen)}
                explained={isReader}
              >
                <SegmentEditor
                  project={project}
                  environment={chosen}
                  head={head}
                  usedBy={data.usedBy.flags.length + data.usedBy.segments.length}
                  segments={segments.map((one) => one.key).filter((key) => key !== segment)}
                  role={roleIn(chosen.key)}
                  change={change}
                />
              </Contents>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/**
 * Members in one environment: an editor if the user may edit there or has a draft, otherwise read-only with the reason.
 */
function Contents(props: {
  project: string
  environment: Environment
  head: SegmentHead
  reason: string | undefined
  /** Whether the page already explains why it is read-only. */
  explained: boolean
  children: ReactNode
}): ReactNode {
  const { project, environment, head, reason, explained, children } = props
  const place = { kind: 'segment' as const, key: head.document.key, environment: environment.key }
  const drafted = segmentDrafts.use(draftKey(project, place)) !== null
  if (reason === undefined || drafted) return children
  return (
    <div className={classes['reading']}>
      {explained ? null : <p className={classes['quiet']}>{reason}</p>}
      <h3>Who is in this segment</h3>
      <DocumentView document={head.document} />
    </div>
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
