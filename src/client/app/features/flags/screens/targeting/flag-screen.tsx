import { IconFlag } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { StatePanel } from '../../../../components/state-panel.tsx'
import { trpc } from '../../../../trpc.ts'
import { useRoleIn } from '../../../session/use-role-in.ts'
import { FlagAsOf } from './flag-as-of.tsx'
import { FlagEditor } from './flag-editor.tsx'

const route = getRouteApi('/in/p/$project/flags/$flag/')

/** What a flag serves in each environment. One environment is expanded with its rules. */
export function FlagScreen(): ReactNode {
  const { project, flag } = route.useParams()
  const { env, at, change } = route.useSearch()
  const navigate = route.useNavigate()
  // The layout handles loading and errors.
  const page = trpc.flags.get.useQuery({ project, flag }).data
  const roleIn = useRoleIn(project)
  const segments = trpc.segments.list.useQuery({ project }).data ?? []
  if (page === undefined) return null
  if (at !== undefined) return <FlagAsOf project={project} flag={flag} at={at} />
  if (Object.keys(page.heads).length === 0 && page.flag.archivedAt === null)
    return (
      <StatePanel icon={IconFlag} title={`${flag} isn’t in any environment`}>
        It has never been published.
      </StatePanel>
    )
  return (
    <FlagEditor
      project={project}
      page={page}
      roleIn={roleIn}
      segments={segments.map((segment) => segment.key)}
      opened={env ?? page.environments[0]?.key}
      change={change}
      onOpen={(key) => void navigate({ search: { env: key } })}
    />
  )
}
