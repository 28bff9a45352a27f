import { Skeleton } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { trpc } from '../../trpc.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { useRoleIn } from '../../ui/use-role-in.ts'
import { FlagEditor } from './flag-editor.tsx'
import { FlagHeader } from './flag-header.tsx'

const route = getRouteApi('/in/p/$project/flags/$flag')

/** A flag: every environment as a sentence, one open with its rules. */
export function FlagScreen(): ReactNode {
  const { project, flag } = route.useParams()
  const { env } = route.useSearch()
  const navigate = route.useNavigate()
  const page = trpc.flags.get.useQuery({ project, flag })
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const roleIn = useRoleIn(project)
  const segments = trpc.segments.list.useQuery({ project }).data ?? []
  return (
    <Loaded
      query={page}
      what={`The flag ${flag}`}
      loading={<FlagSkeleton />}
      isEmpty={(data) => Object.keys(data.heads).length === 0 && data.flag.archivedAt === null}
      empty={
        <StatePanel icon={IconFlag} title={`${flag} is in no environment`}>
          It was never published.
        </StatePanel>
      }
    >
      {(data) => (
        <>
          <FlagHeader project={project} flag={data.flag} role={role} env={env} />
          <FlagEditor
            project={project}
            page={data}
            roleIn={roleIn}
            segments={segments.map((segment) => segment.key)}
            opened={env ?? data.environments[0]?.key}
            onOpen={(key) => void navigate({ search: { env: key } })}
          />
        </>
      )}
    </Loaded>
  )
}

function FlagSkeleton(): ReactNode {
  return (
    <div style={{ padding: 24, display: 'grid', gap: 12 }}>
      <Skeleton h={24} w={280} />
      <Skeleton h={44} />
      <Skeleton h={44} />
      <Skeleton h={180} />
    </div>
  )
}
