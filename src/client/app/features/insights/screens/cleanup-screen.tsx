import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconEraser, IconSearch } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { CleanupVerdict, type FlagStates } from '../../../../../shared/features/insights/schemas/insights.ts'
import { allows } from '../../../../../shared/permissions.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { CardList } from '../../../components/card-list.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import tabs from '../../../components/link-tabs.module.css'
import { PageHead } from '../../../components/page-head.tsx'
import { shownKeys, useShortcut } from '../../../components/shortcuts.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { trpc } from '../../../trpc.ts'
import { Loaded } from '../../loading/loaded.tsx'
import classes from './cleanup.module.css'
import { CleanupRow } from './cleanup-row.tsx'
import { useArchiveMany } from './use-archive-many.ts'

const route = getRouteApi('/in/p/$project/cleanup')

const names: Record<CleanupVerdict, string> = {
  archive: 'Safe to archive',
  remove: 'Remove from code first',
  keep: 'Keep',
}
/** Maximum number of flags in one call. */
const manyFlags = 500

const leads: Record<CleanupVerdict, string> = {
  archive: 'These have done their work, and nothing asks for them any more. Archiving can be undone.',
  remove:
    'These have done their work, and code still asks for them. Take them out of the code and ship that; then they’re safe to archive.',
  keep: 'These look done, but something needs them, or nothing tells whether it does.',
}

/** Flags that have done their work, with evidence. Those that nothing requests are preselected. */
export function CleanupScreen(): ReactNode {
  const { project } = route.useParams()
  const { show, flag: opened, q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const { archive, isPending } = useArchiveMany(project)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { verdict, states, totals } = useVerdict(project, CleanupVerdict.safeParse(show).data, q)
  const shown = states.data?.pages.flatMap(({ flags }) => flags) ?? []
  const safe = verdict === 'archive'
  // Rows are selected unless the user deselects them.
  const chosen = safe
    ? shown
        .map(({ flag }) => flag)
        .filter((flag) => !left.has(flag))
        .slice(0, manyFlags)
    : []
  const mayEdit = role !== undefined && allows(role, 'flag.edit')
  const run = () => {
    if (chosen.length > 0 && mayEdit && !isPending) archive(chosen)
  }
  useShortcut('mod+Enter', 'Archive selected flags', run)
  const flip = (flag: string) => {
    const next = new Set(left)
    if (!next.delete(flag)) next.add(flag)
    setLeft(next)
  }
  const set = (part: { flag?: string | undefined; q?: string | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...part }), replace: true, resetScroll: false })
  return (
    <>
      <PageHead
        actions={
          <>
            <TextInput
              aria-label="Filter flags"
              placeholder="Filter"
              className={classes['filter']}
              leftSection={<IconSearch size={14} />}
              value={q}
              onChange={(event) => set({ q: event.currentTarget.value || undefined })}
            />
            {safe ? (
              <Button
                onClick={run}
                loading={isPending}
                disabled={chosen.length === 0 || !mayEdit}
                title={
                  role === undefined || mayEdit
                    ? undefined
                    : 'Archiving flags requires the editor role. Ask an admin for access.'
                }
                rightSection={shownKeys('mod+Enter').map((key) => <Kbd key={key}>{key}</Kbd>)}
              >
                {chosen.length === 0 ? 'Archive flags' : `Archive ${counted(chosen.length, 'flag')}`}
              </Button>
            ) : null}
          </>
        }
      >
        <nav className={tabs['tabs']} aria-label="Show flags">
          {CleanupVerdict.options.map((one) => (
            <Link
              key={one}
              to="/p/$project/cleanup"
              params={{ project }}
              search={(old) => ({ ...old, show: one, flag: undefined })}
              aria-current={one === verdict ? 'page' : undefined}
            >
              {names[one]} {totals ? <span>{totals[one]}</span> : null}
            </Link>
          ))}
        </nav>
      </PageHead>
      <Loaded
        query={states}
        what="the cleanup list"
        loading={<Skeleton h={240} m={24} w="auto" />}
        isEmpty={() => shown.length === 0}
        empty={<Nothing verdict={verdict} query={q} reporting={states.data?.pages[0]?.reporting} />}
      >
        {({ pages }) => (
          <CardList label={names[verdict]} lead={leads[verdict]} pages={states}>
            {shown.map((insight) => (
              <CleanupRow
                key={insight.flag}
                project={project}
                insight={insight}
                reporting={pages[0]?.reporting === true}
                chosen={safe ? !left.has(insight.flag) : undefined}
                opened={opened === insight.flag}
                onChoose={() => flip(insight.flag)}
                onOpen={(open) => set({ flag: open ? insight.flag : undefined })}
              />
            ))}
          </CardList>
        )}
      </Loaded>
    </>
  )
}

const getNextPageParam = ({ next }: FlagStates) => next ?? undefined

/** Flags of a verdict, paginated: the requested verdict, or the first that has any. */
function useVerdict(project: string, asked: CleanupVerdict | undefined, query: string) {
  const pagesOf = (verdict: CleanupVerdict, enabled: boolean) =>
    trpc.insights.states.useInfiniteQuery(
      { project, verdict, ...(query !== '' && { query }) },
      { getNextPageParam, enabled, placeholderData: (before) => before },
    )
  const first = pagesOf('archive', asked === undefined || asked === 'archive')
  const totals = first.data?.pages[0]?.totals
  const verdict =
    asked ?? (totals?.archive === 0 ? (totals.remove > 0 || totals.keep === 0 ? 'remove' : 'keep') : 'archive')
  const others = {
    remove: pagesOf('remove', verdict === 'remove'),
    keep: pagesOf('keep', verdict === 'keep'),
  }
  const states = verdict === 'archive' ? first : others[verdict]
  return { verdict, states, totals: states.data?.pages[0]?.totals ?? totals }
}

const nothing: Record<CleanupVerdict, string> = {
  archive: 'No flags are ready to archive',
  remove: 'No flags to remove from code',
  keep: 'No flags to keep',
}

function Nothing(props: { verdict: CleanupVerdict; query: string; reporting: boolean | undefined }): ReactNode {
  const { verdict, query, reporting } = props
  if (query !== '') return <StatePanel icon={IconSearch} title={`No flags match “${query}”`} />
  return (
    <StatePanel icon={IconEraser} title={nothing[verdict]}>
      {reporting === false && verdict === 'archive'
        ? 'No application has reported evaluations in 30 days, so there’s no way to tell which flags are in use.'
        : 'Temporary flags appear here after serving everyone the same variant for 14 days, or after 30 days without evaluations.'}
    </StatePanel>
  )
}
