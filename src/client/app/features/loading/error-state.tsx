import { Button } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconMapOff, IconWifiOff } from '@tabler/icons-react'
import { Link, linkOptions, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Permission, permissions, permissionText } from '../../../../shared/permissions.ts'
import type { Refusal } from '../../../api/refusal.ts'
import classes from '../../components/state-panel.module.css'
import { StatePanel } from '../../components/state-panel.tsx'
import { clockTime } from '../../components/time-text.tsx'

const isPermission = (value: unknown): value is Permission =>
  typeof value === 'string' && Object.hasOwn(permissions, value)

/** Explains why something could not be shown: what happened, what to do, and the request id. */
export function ErrorState(props: { refusal: Refusal; what: string; onRetry?: () => void }): ReactNode {
  const { refusal, what, onRetry } = props
  const again = onRetry ? <Button onClick={onRetry}>Try again</Button> : null
  if (refusal.code === 'auth/forbidden') return <Denied refusal={refusal} />
  if (refusal.code.endsWith('/not-found')) return <Missing noun={refusal.code.split('/')[0] ?? ''} />
  if (refusal.code === 'offline')
    return (
      <StatePanel icon={IconWifiOff} title="The server isn’t responding" actions={again} alert>
        Couldn’t load {what}. Drafts on this device are safe.
      </StatePanel>
    )
  return (
    <StatePanel icon={IconAlertTriangle} title={`Couldn’t load ${what}`} actions={again} alert>
      {refusal.sentence} <Code refusal={refusal} />
    </StatePanel>
  )
}

const missingTitles: Readonly<Record<string, string>> = {
  flag: 'Couldn’t find this flag',
  segment: 'Couldn’t find this segment',
  project: 'Couldn’t find this project',
  environment: 'Couldn’t find this environment',
  change: 'Couldn’t find this change',
  experiment: 'Couldn’t find this experiment',
  metric: 'Couldn’t find this metric',
  event: 'Couldn’t find this event',
  source: 'Couldn’t find this source',
  import: 'Couldn’t find this import',
  run: 'Couldn’t find this ramp',
  revision: 'Couldn’t find this revision',
}

/** Not found or not accessible. The server does not reveal which. */
function Missing({ noun }: { noun: string }): ReactNode {
  const { project } = useParams({ strict: false })
  const { label, link } = listOf(noun, project)
  const out = (
    <Button variant="default" renderRoot={(root) => <Link {...root} {...link} />}>
      {label}
    </Button>
  )
  return (
    <StatePanel icon={IconMapOff} title={missingTitles[noun] ?? 'Nothing here'} actions={out} alert>
      It may have been deleted or renamed, or you may not have access to it.
    </StatePanel>
  )
}

/** Link to the list that would contain the missing item. */
const listOf = (noun: string, project: string | undefined) => {
  if (noun === 'project' || project === undefined)
    return { label: 'All projects', link: linkOptions({ to: '/projects' }) }
  if (noun === 'segment')
    return { label: 'All segments', link: linkOptions({ to: '/p/$project/segments', params: { project } }) }
  return { label: 'All flags', link: linkOptions({ to: '/p/$project/flags', params: { project } }) }
}

/** The user lacks a permission: which one, and who can grant it. */
function Denied({ refusal }: { refusal: Refusal }): ReactNode {
  const permission = refusal.details['permission']
  const what = isPermission(permission)
    ? `You don’t have permission to ${permissionText[permission]}.`
    : refusal.sentence
  const who = isPermission(permission)
    ? ` It requires the ${permissions[permission]} role or higher. An admin can grant it.`
    : ''
  return (
    <StatePanel icon={IconLock} title="You don’t have access" alert>
      {what}
      {who} <Code refusal={refusal} />
    </StatePanel>
  )
}

function Code({ refusal }: { refusal: Refusal }): ReactNode {
  return (
    <span className={classes['code']}>
      {refusal.code}
      {refusal.requestId ? ` · request ${refusal.requestId}` : ''}
    </span>
  )
}

/** Shown above stale data: its age, and why refreshing failed. */
export function StaleBar(props: { refusal: Refusal; since: number; onRetry: () => void }): ReactNode {
  return (
    <div className={classes['stale']} role="status">
      <span>
        Showing data from {clockTime(props.since)}. {props.refusal.sentence}
      </span>
      <Button size="compact-xs" variant="default" onClick={props.onRetry}>
        Try again
      </Button>
    </div>
  )
}
