import { Alert, Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Usage, UsageRange } from '../../../../../shared/features/insights/schemas/insights.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentTabs } from '../../environments/environment-tabs.tsx'
import { readFirst } from '../../environments/read-first.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { VariantTraffic } from '../../traffic/variant-traffic.tsx'
import { knownVariants, type Slot, variantSlots } from '../../variants/variant-slots.ts'
import classes from './insights.module.css'
import { UsageStats } from './usage-stats.tsx'
import { rangeText, usageSentence } from './usage-text.ts'

const route = getRouteApi('/in/p/$project/flags/$flag/usage')

/** Poll interval in milliseconds. Counts arrive at most every 30 seconds. */
const refreshMs = 30_000

const rangeNames: Record<UsageRange, string> = { day: '24 hours', week: '7 days', month: '30 days' }

/** Evaluations of a flag by variant over time, in one environment. */
export function UsageScreen(): ReactNode {
  const { project, flag } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const chosen = readFirst(environments, search.env)
  const range = UsageRange.catch('week').parse(search.range)
  const page = trpc.flags.get.useQuery({ project, flag }).data
  const document = page?.heads[chosen?.key ?? '']?.document
  const slots: ReadonlyMap<string, Slot> =
    page === undefined || document === undefined ? new Map() : variantSlots(document, knownVariants(page))
  const usage = trpc.insights.usage.useQuery(
    { project, flag, environment: chosen?.key ?? '', range },
    { enabled: chosen !== undefined, refetchInterval: refreshMs },
  )
  return (
    <div className={classes['page']}>
      <div className={classes['choices']}>
        <EnvironmentTabs environments={environments} chosen={chosen?.key} />
        <SegmentedControl
          aria-label="How far back"
          size="xs"
          data={UsageRange.options.map((value) => ({ value, label: rangeNames[value] }))}
          value={range}
          onChange={(value) =>
            void navigate({ search: (old) => ({ ...old, range: value === 'week' ? undefined : value }) })
          }
        />
      </div>
      {usage.data !== undefined && usage.data.overBudget > 0 && (
        <Alert color="red" title="Evaluations end in an error">
          {counted(usage.data.overBudget, 'evaluation')} took more steps or memory than one may. Applications get the
          default in code. Simplify this flag’s expressions, or shorten its lists.
        </Alert>
      )}
      <Loaded
        query={usage}
        what="usage data"
        loading={<Skeleton h={260} />}
        isEmpty={({ total }) => total === 0}
        empty={
          <StatePanel
            icon={IconChartLine}
            title={`No evaluations in ${chosen?.name ?? ''} in ${rangeText[range]}`}
            actions={
              <Button component={Link} to={`/p/${project}/flags/${flag}/code`} variant="default">
                Copy snippet
              </Button>
            }
          >
            {usage.data?.lastSeenAt ? (
              <>
                Last evaluated <TimeText instant={usage.data.lastSeenAt} />.
              </>
            ) : (
              'Not evaluated yet. Applications report every 30 seconds. Pages that fetch all flags at once over OFREP aren’t counted.'
            )}
          </StatePanel>
        }
      >
        {(data) => <Figure usage={data} range={range} environment={chosen?.name ?? ''} flag={flag} slots={slots} />}
      </Loaded>
    </div>
  )
}

function Figure(props: {
  usage: Usage
  range: UsageRange
  environment: string
  flag: string
  slots: ReadonlyMap<string, Slot>
}): ReactNode {
  const { usage, range, environment, flag, slots } = props
  const { stepMs, published } = usage
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      <UsageStats usage={usage} slots={slots} during={rangeText[range]} />
      <figure className={classes['figure']}>
        <figcaption>{usageSentence(usage, environment, range)}</figcaption>
        <VariantTraffic
          usage={usage}
          slots={slots}
          label={`Evaluations of ${flag} in ${environment} by variant, in ${rangeText[range]}`}
          marks={published.map(({ number, at, actor, message }) => ({
            atMs: Date.parse(at),
            name: `revision ${number} by ${actor.name}${message ? `: ${message}` : ''}`,
          }))}
        />
      </figure>
      <p className={classes['quiet']}>
        Times are in {zone}. Each interval is {stepMs === 3_600_000 ? '1 hour' : '6 hours'}, and the last one isn’t
        complete yet.{published.length === 0 ? '' : ' Dashed lines mark when the flag was published.'}
      </p>
      {published.length === 0 ? null : (
        <section aria-labelledby="published">
          <h2 id="published" className={classes['heading']}>
            Publishes in this period
          </h2>
          <ul className={classes['published']}>
            {published.toReversed().map(({ number, at, actor, message }) => (
              <li key={number}>
                <TimeText instant={at} /> · revision {number} by {actor.name}
                {message ? ` · ${message}` : ''}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
