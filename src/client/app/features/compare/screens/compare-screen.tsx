import { ActionIcon, Checkbox, Select, Skeleton, TextInput } from '@mantine/core'
import { IconArrowRight, IconArrowsExchange, IconGitCompare, IconSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { PageHead } from '../../../components/page-head.tsx'
import { StatePanel } from '../../../components/state-panel.tsx'
import { TimeBar } from '../../../components/time-bar.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useRoleIn } from '../../session/use-role-in.ts'
import classes from './compare.module.css'
import { DifferenceRows } from './difference-rows.tsx'
import { EnvironmentMatrix } from './environment-matrix.tsx'
import { lastPair, lastPairKey, pairOf } from './pair.ts'

const route = getRouteApi('/in/p/$project/compare')

/** Flags and segments to show at once. The filter finds the others. */
const shownAtMost = 1_000

/** Compares two environments and copies selected differences from one to the other. */
export function CompareScreen(): ReactNode {
  const { project } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const environments = trpc.environments.list.useQuery({ project })
  const last = lastPair.use(lastPairKey(project))
  const pair = pairOf(environments.data ?? [], [search.a, search.b], last)
  const choose = (a: string, b: string) => {
    lastPair.write(lastPairKey(project), [a, b])
    void navigate({ search: (old) => ({ ...old, a, b }) })
  }
  return (
    <Loaded
      query={environments}
      what="environments"
      loading={<Skeleton h={240} m={24} w="auto" />}
      isEmpty={() => pair === null}
      empty={
        <StatePanel icon={IconGitCompare} title="Nothing to compare">
          This project has only one environment.
        </StatePanel>
      }
    >
      {(all) =>
        pair === null ? null : (
          <>
            {search.at === undefined ? null : <TimeBar at={search.at} what="The comparison" />}
            <PageHead>
              <EnvironmentSelect label="From" all={all} value={pair[0]} onChange={(key) => choose(key, pair[1].key)} />
              <IconArrowRight size={16} aria-hidden />
              <EnvironmentSelect label="To" all={all} value={pair[1]} onChange={(key) => choose(pair[0].key, key)} />
              <ActionIcon
                variant="default"
                size={32}
                aria-label="Swap environments"
                onClick={() => choose(pair[1].key, pair[0].key)}
              >
                <IconArrowsExchange size={16} />
              </ActionIcon>
              <TextInput
                aria-label="Filter by key"
                placeholder="Filter by key"
                leftSection={<IconSearch size={15} />}
                value={search.q ?? ''}
                onChange={(event) => {
                  const q = event.currentTarget.value || undefined
                  void navigate({ search: (old) => ({ ...old, q }), replace: true })
                }}
              />
              <Checkbox
                label="Differences only"
                checked={search.only !== 'all'}
                onChange={(event) => {
                  const only = event.currentTarget.checked ? undefined : 'all'
                  void navigate({ search: (old) => ({ ...old, only }) })
                }}
              />
            </PageHead>
            {search.at === undefined ? <EnvironmentMatrix project={project} /> : null}
            <Differences
              key={`${pair[0].key} ${pair[1].key}`}
              project={project}
              from={pair[0]}
              to={pair[1]}
              {...search}
            />
          </>
        )
      }
    </Loaded>
  )
}

function EnvironmentSelect(props: {
  label: string
  all: readonly Environment[]
  value: Environment
  onChange: (key: string) => void
}): ReactNode {
  const { label, all, value, onChange } = props
  return (
    <Select
      aria-label={label}
      className={classes['environment']}
      data={all.map(({ key, name }) => ({ value: key, label: name }))}
      value={value.key}
      allowDeselect={false}
      onChange={(key) => key !== null && onChange(key)}
    />
  )
}

function Differences(props: {
  project: string
  from: Environment
  to: Environment
  at?: string | undefined
  q?: string | undefined
  only?: string | undefined
}): ReactNode {
  const { project, from, to, at, q = '', only } = props
  const role = useRoleIn(project)(to.key)
  const comparison = trpc.history.compare.useQuery({
    project,
    from: from.key,
    to: to.key,
    limit: shownAtMost,
    ...(at !== undefined && { at }),
  })
  const flags = trpc.flags.keys.useQuery({ project }, { enabled: only === 'all' }).data ?? []
  const fits = ({ key }: { key: string }) => key.toLowerCase().includes(q.trim().toLowerCase())
  return (
    <Loaded
      query={comparison}
      what="the comparison"
      loading={<Skeleton h={320} m={24} w="auto" />}
      isEmpty={({ differences }) => differences.length === 0 && only !== 'all'}
      empty={
        <StatePanel icon={IconGitCompare} title={`${from.name} and ${to.name} are the same`}>
          Every flag and segment is the same in both.
        </StatePanel>
      }
    >
      {({ differences, next }) => {
        const differing = new Set(differences.filter(({ kind }) => kind === 'flag').map(({ key }) => key))
        const same = flags.filter((flag) => !differing.has(flag.key) && fits(flag))
        const shown = differences.filter(fits)
        return (
          <div className={classes['page']}>
            <p className={classes['count']} role="status">
              {next === null
                ? `${counted(shown.length, 'flag or segment differs', 'flags and segments differ')}.`
                : `${counted(shown.length, 'flag or segment differs', 'flags and segments differ')}; showing the first ${shownAtMost}.`}
            </p>
            <DifferenceRows project={project} from={from} to={to} differences={shown} role={role} at={at} />
            {only === 'all' && same.length > 0 ? (
              <section className={classes['same']} aria-labelledby="same">
                <h2 id="same">Same in both</h2>
                <p>{same.map(({ key }) => key).join(', ')}</p>
              </section>
            ) : null}
          </div>
        )
      }}
    </Loaded>
  )
}
