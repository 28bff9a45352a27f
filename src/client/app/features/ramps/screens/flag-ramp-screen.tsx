import { Button, Skeleton } from '@mantine/core'
import { IconStairsUp } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RampSummary } from '../../../../../shared/features/ramps/schemas/ramp.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { trpc } from '../../../trpc.ts'
import { DocsLink } from '../../docs/docs-link.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { RampRow } from '../ramp-row.tsx'
import classes from './flag-ramp-screen.module.css'
import { RampPage } from './ramp-page.tsx'

const route = getRouteApi('/in/p/$project/flags/$flag/ramp')

const everyMs = 5_000

/** A flag’s open or newest ramp in the open environment, and previous ramps. */
export function FlagRampScreen(): ReactNode {
  const { project, flag } = route.useParams()
  const { env, run } = route.useSearch()
  const ramps = trpc.ramps.list.useQuery({ project, flag }, { refetchInterval: everyMs })
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const environmentOf = (key: string) => environments.find((one) => one.key === key)
  return (
    <Loaded
      query={ramps}
      what="ramps"
      loading={<Skeleton h={240} m={24} w="auto" />}
      isEmpty={(list) => list.ramps.length === 0}
      empty={
        <StatePanel
          icon={IconStairsUp}
          title="This flag has no ramps yet"
          actions={
            <Button
              variant="default"
              renderRoot={(root) => (
                <Link {...root} to="/p/$project/flags/$flag" params={{ project, flag }} search={{ env }} />
              )}
            >
              Edit targeting
            </Button>
          }
        >
          Serve another variant in a rule or to everyone else, and choose Ramp when you publish it.{' '}
          <DocsLink page="ramps">How ramps work</DocsLink>
        </StatePanel>
      }
    >
      {({ ramps: list }) => {
        const shown = chosen(list, env, run)
        const others = list.filter((one) => one !== shown)
        return (
          <div className={classes['page']}>
            {shown === undefined ? null : (
              <RampPage key={shown.number} project={project} number={shown.number} environments={environments} />
            )}
            {others.length === 0 ? null : (
              <section>
                <h3 className={classes['heading']}>Other ramps of this flag</h3>
                <ul className={classes['list']}>
                  {others.map((one) => (
                    <RampRow
                      key={one.number}
                      project={project}
                      ramp={one}
                      environment={environmentOf(one.environment)}
                    />
                  ))}
                </ul>
              </section>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

/** The ramp in the URL, or the newest open one, preferably in this environment. */
function chosen(
  list: readonly RampSummary[],
  env: string | undefined,
  run: number | undefined,
): RampSummary | undefined {
  const here = list.filter(({ environment }) => env === undefined || environment === env)
  return (
    list.find(({ number }) => number === run) ??
    here.find(({ endedAt, state }) => endedAt === null && state !== 'proposed') ??
    here[0] ??
    list[0]
  )
}
