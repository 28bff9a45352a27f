import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { EditExperimentInput, type Experiment } from '../../../../../shared/features/experiments/schemas/experiment.ts'
import type { FlagPage } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import { limits } from '../../../../../shared/limits.ts'
import { refusalOf } from '../../../../api/refusal.ts'
import { FormError } from '../../../components/form-error.tsx'
import { useShortcut } from '../../../components/shortcuts.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { Table } from '../../../components/table.tsx'
import { ExactTime } from '../../../components/time-text.tsx'
import { done } from '../../../components/toast.tsx'
import { useProblems } from '../../../components/use-problems.ts'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { SetupSummary } from '../setup-summary.tsx'
import { ResultCard } from './result-card.tsx'
import results from './results.module.css'
import classes from './setup.module.css'
import { SetupFields } from './setup-fields.tsx'
import { formOf, setupOf } from './setup-form.ts'

const route = getRouteApi('/in/p/$project/experiments/$experiment/setup')

/** The setup of an experiment and its runs. Editable while no run is based on it. */
export function SetupScreen(): ReactNode {
  const { project, experiment: key } = route.useParams()
  const experiment = trpc.experiments.get.useQuery({ project, experiment: key }).data
  const flag = experiment?.flag ?? ''
  const page = trpc.flags.get.useQuery({ project, flag }, { enabled: experiment !== undefined })
  if (experiment === undefined) return null
  if (experiment.can.edit !== null) return <Reading project={project} experiment={experiment} />
  const { environment } = experiment
  return (
    <Loaded
      query={page}
      what={`flag ${flag}`}
      loading={<Skeleton h={320} m={24} w="auto" />}
      isEmpty={({ heads }) => heads[environment] === undefined}
      empty={<StatePanel icon={IconFlag} title={`${flag} isn’t in this environment any more`} />}
    >
      {(data) => <Editing key={experiment.key} project={project} experiment={experiment} page={data} />}
    </Loaded>
  )
}

function Editing(props: { project: string; experiment: Experiment; page: FlagPage }): ReactNode {
  const { project, experiment, page } = props
  const { key, environment } = experiment
  const utils = trpc.useUtils()
  const document = page.heads[environment]?.document
  const [name, setName] = useState(experiment.name)
  const [form, setForm] = useState(() => formOf(experiment.setup))
  const save = trpc.experiments.edit.useMutation({
    onSuccess: async (saved) => {
      utils.experiments.get.setData({ project, experiment: key }, saved)
      await utils.experiments.invalidate()
      done(`Saved ${saved.name}`)
    },
  })
  const refusal = save.error ? refusalOf(save.error) : null
  const problems = useProblems(refusal)
  const send = () => {
    if (save.isPending) return
    const input = { project, experiment: key, name, setup: setupOf(form) }
    if (problems.fits(EditExperimentInput, input)) save.mutate(input)
  }
  useShortcut('mod+Enter', 'Save setup', send)
  if (document === undefined) return null
  return (
    <>
      <SetupFields
        project={project}
        environment={environment}
        page={page}
        document={document}
        form={form}
        at={problems.at}
        onChange={(change) => setForm((old) => ({ ...old, ...change }))}
        head={
          <TextInput
            label="Name"
            autoComplete="off"
            maxLength={limits.nameLength}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={problems.at('name')}
          />
        }
        foot={
          <>
            <FormError refusal={refusal} fields={['name']} />
            <Button onClick={send} loading={save.isPending}>
              Save setup
            </Button>
          </>
        }
      />
      {experiment.runs.length === 0 ? null : (
        <div className={results['page']}>
          <Runs project={project} experiment={experiment} />
        </div>
      )}
    </>
  )
}

/** The setup of the current or last run, and why it cannot be edited. */
function Reading({ project, experiment }: { project: string; experiment: Experiment }): ReactNode {
  return (
    <div className={results['page']}>
      <p className={classes['lead']}>{experiment.can.edit}</p>
      <ResultCard title="Setup">
        <SetupSummary setup={experiment.current?.setup ?? experiment.setup} />
      </ResultCard>
      <Runs project={project} experiment={experiment} />
    </div>
  )
}

const runState = { proposed: 'in review', running: 'running', stopped: 'stopped', withdrawn: 'withdrawn' } as const

function Runs({ project, experiment }: { project: string; experiment: Experiment }): ReactNode {
  const { key, nextRun } = experiment
  const more = trpc.experiments.runs.useInfiniteQuery(
    { project, experiment: key },
    { initialCursor: nextRun ?? undefined, getNextPageParam: ({ next }) => next ?? undefined, enabled: false },
  )
  const older = more.data?.pages.flatMap((page) => page.runs) ?? []
  const hasMore = more.data === undefined ? nextRun !== null : more.hasNextPage
  const show = () => void (more.data === undefined ? more.refetch() : more.fetchNextPage())
  if (experiment.runs.length === 0) return null
  return (
    <ResultCard title="Runs" note="each divides users anew">
      <Table label="Runs" columns={['Run', 'Status', 'Started', 'Change', 'Why it stopped']} wraps>
        {[...experiment.runs, ...older].map(({ run, state, startedAt, change, why }) => (
          <tr key={run}>
            <th scope="row">
              <Link
                to="/p/$project/experiments/$experiment"
                params={{ project, experiment: experiment.key }}
                search={{ run }}
              >
                Run {run}
              </Link>
            </th>
            <td data-label="Status">{runState[state]}</td>
            <td data-label="Started">{startedAt === null ? 'not started' : <ExactTime instant={startedAt} />}</td>
            <td data-label="Change">
              <Link to="/p/$project/changes/$change" params={{ project, change: String(change) }}>
                change {change}
              </Link>
            </td>
            <td data-label="Why it stopped">{why ?? ''}</td>
          </tr>
        ))}
      </Table>
      {hasMore ? (
        <Button variant="default" size="compact-sm" mt={8} loading={more.isFetching} onClick={show}>
          Show earlier runs
        </Button>
      ) : null}
    </ResultCard>
  )
}
