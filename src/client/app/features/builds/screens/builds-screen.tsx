import { Button, Skeleton } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BuildList } from '../../../../../shared/features/builds/schemas/build.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { CardList } from '../../../components/card-list.tsx'
import tabs from '../../../components/link-tabs.module.css'
import { PageHead } from '../../../components/page-head.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentTabs } from '../../environments/environment-tabs.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { BuildItem } from './build-item.tsx'
import { FirstBuild } from './first-build.tsx'

const route = getRouteApi('/in/p/$project/builds')

/** Poll interval in milliseconds. Builds create no revisions, so the page gets no event for them. */
const everyMs = 30_000

const getNextPageParam = ({ next }: BuildList) => next ?? undefined

/** Builds that run in an environment, the flags they declare, and mismatches. */
export function BuildsScreen(): ReactNode {
  const { project } = route.useParams()
  const { env, show } = route.useSearch()
  const environments = trpc.environments.list.useQuery({ project })
  return (
    <Loaded
      query={environments}
      what="environments"
      loading={<Skeleton h={240} m={24} w="auto" />}
      isEmpty={(list) => list.length === 0}
      empty={<StatePanel icon={IconPackage} title="This project has no environments" />}
    >
      {(list) => {
        const chosen = list.find(({ key }) => key === env) ?? list.find((one) => one.protected) ?? list[0]
        return chosen === undefined ? null : (
          <BuildsOf key={chosen.key} project={project} environments={list} environment={chosen} live={show !== 'old'} />
        )
      }}
    </Loaded>
  )
}

function BuildsOf(props: {
  project: string
  environments: readonly Environment[]
  environment: Environment
  live: boolean
}): ReactNode {
  const { project, environments, environment, live } = props
  const asked = { project, environment: environment.key, live }
  const builds = trpc.builds.list.useInfiniteQuery(asked, { getNextPageParam, refetchInterval: everyMs })
  const totals = builds.data?.pages[0]?.totals
  return (
    <>
      <PageHead
        actions={
          <Button
            variant="default"
            renderRoot={(root) => (
              <Link {...root} to="/p/$project/connect" params={{ project }} search={{ env: environment.key }} />
            )}
          >
            Connect an application
          </Button>
        }
      >
        <EnvironmentTabs environments={environments} chosen={environment.key} />
        <nav className={tabs['tabs']} aria-label="Show builds">
          <Link to="." search={(old) => ({ ...old, show: undefined })} aria-current={live ? 'page' : undefined}>
            Live {totals ? <span>{totals.live}</span> : null}
          </Link>
          <Link to="." search={(old) => ({ ...old, show: 'old' })} aria-current={live ? undefined : 'page'}>
            Old {totals ? <span>{totals.old}</span> : null}
          </Link>
        </nav>
      </PageHead>
      <Loaded
        query={builds}
        what="builds"
        loading={<Skeleton h={240} m={24} w="auto" />}
        isEmpty={({ pages }) => pages.every((page) => page.builds.length === 0)}
        empty={<Nothing project={project} environment={environment} live={live} old={totals?.old ?? 0} />}
      >
        {({ pages }) => (
          <CardList
            label={live ? 'Live builds' : 'Old builds'}
            lead={
              live
                ? 'Seen in the last 24 hours. While a build with a server key is live, what it reads can’t be taken away.'
                : 'Not seen for 24 hours. They hold nothing back, and are forgotten after 90 days.'
            }
            pages={builds}
          >
            {pages.flatMap((page) =>
              page.builds.map((build) => <BuildItem key={build.id} project={project} build={build} />),
            )}
          </CardList>
        )}
      </Loaded>
    </>
  )
}

function Nothing(props: { project: string; environment: Environment; live: boolean; old: number }): ReactNode {
  const { project, environment, live, old } = props
  if (!live)
    return (
      <StatePanel icon={IconPackage} title={`No old builds in ${environment.name}`}>
        Builds that weren’t seen for 24 hours appear here until they’re forgotten after 90 days.
      </StatePanel>
    )
  return (
    <>
      <StatePanel icon={IconPackage} title={`No live builds in ${environment.name}`}>
        {old > 0
          ? 'None was seen in the last 24 hours.'
          : 'Applications say which flags they read, with types, variants and defaults. Then nobody archives a flag that code still reads.'}
      </StatePanel>
      <FirstBuild project={project} environment={environment} />
    </>
  )
}
