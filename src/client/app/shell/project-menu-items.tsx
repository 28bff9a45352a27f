import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { trpc } from '../trpc.ts'

export function ProjectMenuItems({ project }: { project: string | undefined }): ReactNode {
  const projects = trpc.projects.list.useQuery()
  return (
    <>
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
    </>
  )
}
