import { IconSelector } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LazyMenu } from '../components/lazy-menu.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import { Logo } from '../components/logo.tsx'
import { trpc } from '../trpc.ts'
import classes from './rail.module.css'

const ProjectMenuItems = lazyPart(async () => (await import('./project-menu-items.tsx')).ProjectMenuItems)

export function ProjectSwitcher({ project }: { project: string | undefined }): ReactNode {
  const projects = trpc.projects.list.useQuery()
  const current = projects.data?.find((one) => one.key === project)
  const name = current?.name ?? project ?? 'Fanion'
  return (
    <LazyMenu
      position="bottom-start"
      width={240}
      button={(own) => (
        <button {...own} type="button" className={classes['project']} aria-label={`Project ${name}. Switch project`}>
          <Logo className={classes['logo']} />
          <span className={classes['name']}>{name}</span>
          <IconSelector size={16} aria-hidden className={classes['chevron']} />
        </button>
      )}
    >
      <ProjectMenuItems project={project} />
    </LazyMenu>
  )
}
