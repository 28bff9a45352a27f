import { Button, Skeleton } from '@mantine/core'
import { IconStairsUp } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import tabs from '../../../components/link-tabs.module.css'
import { PageHead } from '../../../components/page-head.tsx'
import rows from '../../../components/row-list.module.css'
import { StatePanel } from '../../../components/state-panel.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { RampRow } from '../ramp-row.tsx'

const route = getRouteApi('/in/p/$project/ramps')

/** Poll interval in milliseconds. Being held creates no revision, so the page gets no event for it. */
const everyMs = 15_000

export function RampsScreen(): ReactNode {
  const { project } = route.useParams()
  const { all, before } = route.useSearch()
  const ramps = trpc.ramps.list.useQuery(
    { project, open: !all, ...(before !== undefined && { before }) },
    { refetchInterval: everyMs },
  )
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  return (
    <>
      <PageHead>
        <nav className={tabs['tabs']} aria-label="Show ramps">
          <Link
            to="/p/$project/ramps"
            params={{ project }}
            activeOptions={{ exact: true }}
            aria-current={all ? undefined : 'page'}
          >
            Active
          </Link>
          <Link
            to="/p/$project/ramps"
            params={{ project }}
            search={{ all: true }}
            aria-current={all ? 'page' : undefined}
          >
            All
          </Link>
        </nav>
        <span className={rows['count']} role="status">
          {ramps.data && ramps.data.next === null && before === undefined
            ? counted(ramps.data.ramps.length, 'ramp')
            : ''}
        </span>
      </PageHead>
      <Loaded
        query={ramps}
        what="ramps"
        loading={<Skeleton h={120} m={24} w="auto" />}
        isEmpty={(list) => list.ramps.length === 0}
        empty={
          <StatePanel
            icon={IconStairsUp}
            title={all ? 'No ramps yet' : 'No active ramps'}
            actions={
              <Button
                variant="default"
                renderRoot={(root) => <Link {...root} to="/p/$project/flags" params={{ project }} />}
              >
                Open flags
              </Button>
            }
          >
            Edit a flag to serve another variant, and choose Ramp when you publish it.
          </StatePanel>
        }
      >
        {(list) => (
          <>
            <ul className={rows['list']}>
              {list.ramps.map((ramp) => (
                <RampRow
                  key={ramp.number}
                  project={project}
                  ramp={ramp}
                  environment={environments.find(({ key }) => key === ramp.environment)}
                />
              ))}
            </ul>
            {list.next === null ? null : (
              <nav className={rows['more']} aria-label="Pagination">
                <Link to="/p/$project/ramps" params={{ project }} search={{ all, before: list.next }}>
                  Older ramps
                </Link>
              </nav>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}
