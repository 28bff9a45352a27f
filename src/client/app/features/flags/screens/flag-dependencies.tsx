import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { trpc } from '../../../trpc.ts'
import { DepthSelect, NodeDependencies } from '../../around/dependency-views.tsx'
import { EnvironmentTabs } from '../../environments/environment-tabs.tsx'
import { readFirst } from '../../environments/read-first.ts'
import classes from './flag-dependencies.module.css'

const route = getRouteApi('/in/p/$project/flags/$flag/around')

/** What a flag depends on in one environment, and what depends on it. */
export function FlagDependencies(): ReactNode {
  const { project, flag } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const chosen = readFirst(environments, search.env)
  const depth = search.depth ?? 2
  return (
    <div className={classes['page']}>
      <div className={classes['choices']}>
        <EnvironmentTabs environments={environments} chosen={chosen?.key} />
        <DepthSelect
          value={depth}
          onChange={(next) => void navigate({ search: (old) => ({ ...old, depth: next }), replace: true })}
        />
      </div>
      <NodeDependencies
        project={project}
        environment={chosen?.key ?? ''}
        focus={{ kind: 'flag', key: flag }}
        depth={depth}
        onFocusOn={({ kind, key }) =>
          void navigate({
            to: '/p/$project/around',
            params: { project },
            search: { focus: `${kind}:${key}`, env: chosen?.key, depth },
          })
        }
      />
    </div>
  )
}
