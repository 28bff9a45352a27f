import { Button, Skeleton } from '@mantine/core'
import { IconFlag, IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHead } from '../../../components/page-head.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { ArchivedProjects } from './archived-projects.tsx'
import { NewProjectDialog } from './new-project-dialog.tsx'
import classes from './projects-screen.module.css'

const route = getRouteApi('/in/projects')

export function ProjectsScreen(): ReactNode {
  const projects = trpc.projects.list.useQuery()
  const status = trpc.account.status.useQuery()
  const { new: creating } = route.useSearch()
  const navigate = route.useNavigate()
  const owner = status.data?.user?.instanceRole === 'owner'
  const create = owner ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => void navigate({ search: { new: true } })}>
      New project
    </Button>
  ) : null
  return (
    <>
      <PageHead actions={create}>All projects you can access</PageHead>
      <Loaded
        query={projects}
        what="projects"
        loading={<Skeleton h={56} m={24} w="auto" />}
        isEmpty={(list) => list.length === 0}
        empty={
          <StatePanel icon={IconFlag} title="No projects yet" actions={create}>
            {owner
              ? 'A project holds the flags for one product.'
              : 'You aren’t a member of any project yet. Ask a project admin to invite you.'}
          </StatePanel>
        }
      >
        {(list) => (
          <ul className={classes['list']}>
            {list.map((project) => (
              <li key={project.key}>
                <Link to="/p/$project/flags" params={{ project: project.key }} className={classes['project']}>
                  <span className={classes['name']}>{project.name}</span>
                  <code>{project.key}</code>
                  <span className={classes['role']}>Your role: {project.role}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {owner ? <ArchivedProjects /> : null}
      <NewProjectDialog
        opened={creating === true && owner}
        onClose={() => void navigate({ search: {} })}
        onCreated={(project) => void navigate({ to: '/p/$project/flags', params: { project } })}
      />
    </>
  )
}
