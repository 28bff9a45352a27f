import { Skeleton } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { skipToken } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { Experiment } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import type { ExperimentUserCounts } from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import { samplesHealth } from '../../../../../shared/text/experiment/health-text.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { lazyPart } from '../../../components/lazy-part.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { VariantMark } from '../../variants/variant-mark.tsx'
import { slotOf } from '../../variants/variant-slots.ts'
import { ResultCard } from './result-card.tsx'
import classes from './results.module.css'
import { useSlots } from './use-slots.ts'

const DailyUsers = lazyPart(async () => (await import('./daily-users.tsx')).DailyUsers)

const route = getRouteApi('/in/p/$project/experiments/$experiment/people')

const everyMs = 60_000

/** Users of an experiment: totals by variant, by day, and by source of the exposure. */
export function PeopleScreen(): ReactNode {
  const { project, experiment: key } = route.useParams()
  const experiment = trpc.experiments.get.useQuery({ project, experiment: key }).data
  const run = experiment?.run?.run
  const people = trpc.experiments.people.useQuery(run === undefined ? skipToken : { project, experiment: key, run }, {
    refetchInterval: everyMs,
  })
  const nobody = (
    <StatePanel icon={IconUsers} title="No users yet">
      Users appear here once it’s started and applications ask for the flag.
    </StatePanel>
  )
  if (experiment === undefined) return null
  if (run === undefined) return nobody
  return (
    <Loaded
      query={people}
      what="the users"
      loading={<Skeleton h={320} m={24} w="auto" />}
      isEmpty={({ total }) => total.every((one) => one === 0)}
      empty={nobody}
    >
      {(data) => <Shown project={project} experiment={experiment} people={data} />}
    </Loaded>
  )
}

const viaText: Record<ExperimentUserCounts['via'][number]['via'], string> = {
  server: 'Servers',
  client: 'Pages',
  request: 'OFREP requests',
  otlp: 'OpenTelemetry',
  source: 'Your own tables',
}

function Shown(props: { project: string; experiment: Experiment; people: ExperimentUserCounts }): ReactNode {
  const { project, experiment, people } = props
  const slots = useSlots(project, experiment)
  const weights = experiment.setup.arms.map(({ weight }) => weight)
  const sum = people.total.reduce((all, one) => all + one, 0)
  const number = (value: number | undefined) => (value ?? 0).toLocaleString(readerLocale)
  return (
    <div className={classes['page']}>
      <ResultCard title={counted(sum, 'user')} note={samplesHealth(people.samples, weights).text}>
        <Suspense fallback={<Skeleton h={220} />}>
          <DailyUsers people={people} slots={slots} />
        </Suspense>
      </ResultCard>
      <ResultCard title="By variant">
        <Table label="Users by variant" columns={['Variant', 'Users', 'In two variants', 'Robots']} wraps>
          {people.arms.map((arm, at) => (
            <tr key={arm}>
              <th scope="row">
                <VariantMark slot={slotOf(slots, arm)} name={arm} />
              </th>
              <td>{number(people.total[at])}</td>
              <td>{number(people.crossed[at])}</td>
              <td>{number(people.robots[at])}</td>
            </tr>
          ))}
        </Table>
      </ResultCard>
      <ResultCard title="Who reported them" note="a user counts where they were seen first">
        <Table label="Who reported them" columns={['Reported by', ...people.arms]} wraps>
          {people.via.map(({ via, units }) => (
            <tr key={via}>
              <th scope="row">{viaText[via]}</th>
              {people.arms.map((arm, at) => (
                <td key={arm}>{number(units[at])}</td>
              ))}
            </tr>
          ))}
        </Table>
      </ResultCard>
    </div>
  )
}
