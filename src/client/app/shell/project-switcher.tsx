import { Menu } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '../components/logo.tsx'
import { trpc } from '../trpc.ts'
import classes from './rail.module.css'

/** The current project, and the way to another. */
export function ProjectSwitcher({ project }: { project: string | undefined }): ReactNode {
  const projects = trpc.projects.list.useQuery()
  const current = projects.data?.find((one) => one.key === project)
  const name = current?.name ?? project ?? 'Fanion'
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <button type="button" className={classes['project']} aria-label={`Project ${name}. Switch project`}>
          <Logo className={classes['logo']} />
          <span className={classes['name']}>{name}</span>
          <IconSelector size={16} aria-hidden className={classes['chevron']} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {(projects.data ?? []).map((one) => (
          <Menu.Item
            key={one.key}
            component={Link}
            to={`/p/${one.key}/flags`}
            rightSection={one.key === project ? <IconCheck size={14} aria-label="current" /> : null}
          >
            {one.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/projects">
          All projects
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
