import { Button } from '@mantine/core'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { allows } from '../../../shared/permissions.ts'
import { useShortcut } from '../components/shortcuts.ts'
import { currentFlag } from '../features/presence/current-flag.ts'
import { trpc } from '../trpc.ts'
import { SnippetButton } from './snippet-button.tsx'
import classes from './top-bar.module.css'

/** Actions available on every screen of a project: copy a snippet, invite, compare, explain. */
export function ProjectActs({ project }: { project: string }): ReactNode {
  const { flag: opened } = useParams({ strict: false })
  const { env } = useSearch({ strict: false })
  const current = currentFlag.use()
  const navigate = useNavigate()
  const flag = opened ?? current
  const role = trpc.projects.get.useQuery({ project }).data?.role
  useShortcut('=', 'Compare environments', () => void navigate({ to: `/p/${project}/compare` }))
  useShortcut('w', 'Why someone gets a variant', () => {
    void navigate({ to: '/p/$project/playground', params: { project }, search: { flag } })
  })
  return (
    <span className={classes['acts']}>
      <SnippetButton project={project} flag={flag} environment={env} />
      {role !== undefined && allows(role, 'member.edit') ? (
        <Button component={Link} to={`/p/${project}/settings/members`} variant="default" size="compact-md">
          Invite
        </Button>
      ) : null}
    </span>
  )
}
