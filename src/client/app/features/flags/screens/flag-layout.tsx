import { Skeleton } from '@mantine/core'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { FlagHeader } from './flag-header.tsx'
import { FlagTabs } from './flag-tabs.tsx'
import classes from './targeting/flag-screen.module.css'

const route = getRouteApi('/in/p/$project/flags/$flag')

export function FlagLayout(): ReactNode {
  const { project, flag } = route.useParams()
  const page = trpc.flags.get.useQuery({ project, flag })
  const role = trpc.projects.get.useQuery({ project }).data?.role
  return (
    <Loaded query={page} what={`flag ${flag}`} loading={<FlagSkeleton />} isEmpty={() => false} empty={null}>
      {(data) => (
        <>
          <FlagHeader project={project} page={data} role={role} />
          <FlagTabs project={project} flag={flag} />
          <Outlet />
        </>
      )}
    </Loaded>
  )
}

function FlagSkeleton(): ReactNode {
  return (
    <div className={classes['skeleton']}>
      <Skeleton h={24} w={280} />
      <Skeleton h={44} />
      <Skeleton h={44} />
      <Skeleton h={180} />
    </div>
  )
}
