import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react'
import type { FlagList } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import { lazyPart } from '../../../../components/lazy-part.ts'
import { StatePanel } from '../../../../components/state-panel.tsx'
import { useFilterText } from '../../../../components/use-filter-text.ts'
import { trpc } from '../../../../trpc.ts'
import { useDraftedFlags } from '../../../drafts/draft-keys.ts'
import { Loaded } from '../../../loading/loaded.tsx'
import { useRoleIn } from '../../../session/use-role-in.ts'
import type { QuickAction } from '../quick-actions/quick-action.ts'
import { useSwitch } from '../quick-actions/use-switch.ts'
import { CellKeys } from './cell-keys.tsx'
import { FlagTable } from './flag-table.tsx'
import { FlagTableSkeleton } from './flag-table-skeleton.tsx'
import { ListHead } from './list-head.tsx'
import type { OpenCell } from './list-layers.tsx'
import { intentText, readIntent } from './list-search.ts'
import { useFlagList } from './use-flag-list.ts'
import { useSelectAll } from './use-select-all.ts'
import { useSelection } from './use-selection.ts'
import { useViews } from './use-views.ts'

const FlagsAsOf = lazyPart(async () => (await import('./flags-as-of.tsx')).FlagsAsOf)
const ListLayers = lazyPart(async () => (await import('./list-layers.tsx')).ListLayers)
const NewFlagDialog = lazyPart(async () => (await import('../create/new-flag-dialog.tsx')).NewFlagDialog)
const NoFlags = lazyPart(async () => (await import('./no-flags.tsx')).NoFlags)
const UnknownFlags = lazyPart(async () => (await import('./unknown-flags.tsx')).UnknownFlags)
const BulkBar = lazyPart(async () => (await import('./bulk-bar.tsx')).BulkBar)

const route = getRouteApi('/in/p/$project/flags')

/** All flags of a project with a column per environment. With `at`, as they were at that instant. */
export function FlagListScreen(): ReactNode {
  const { project } = route.useParams()
  const { at, q = '' } = route.useSearch()
  if (at === undefined) return <FlagsNow />
  return (
    <Suspense>
      <FlagsAsOf project={project} at={at} query={q} />
    </Suspense>
  )
}

function FlagsNow(): ReactNode {
  const { project } = route.useParams()
  const { status, view, sel, peek, act, when, new: creating, like, ...asked } = route.useSearch()
  const navigate = route.useNavigate()
  const archived = status === 'archived'
  const saved = useViews(project).views.find((one) => one.id === view && !archived)
  const q = asked.q ?? saved?.query ?? ''
  const order = asked.sort ?? saved?.sort ?? 'key'
  const sort = order === 'key' ? undefined : order
  const utils = trpc.useUtils()
  const roleIn = useRoleIn(project)
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const unknown = trpc.builds.unknown.useQuery({ project }).data ?? []
  const switches = useSwitch(project)
  const drafted = useDraftedFlags(project)
  const [cell, setCell] = useState<OpenCell | null>(null)
  const selection = useSelection(
    sel,
    (next) => void navigate({ search: (old) => ({ ...old, sel: next }), replace: true, resetScroll: false }),
  )
  const [typed, setTyped] = useFilterText(
    q,
    // Clearing the filter closes the view, whose own filter would otherwise apply again.
    (text) =>
      void navigate({
        search: (old) => ({ ...old, q: text || undefined, view: text === '' ? undefined : old.view }),
        replace: true,
        resetScroll: false,
      }),
  )
  const query = useDeferredValue(typed)
  const ask = (action: QuickAction, flag: string, environment: string, at?: string) =>
    void navigate({
      search: (old) => ({ ...old, act: intentText(action, flag, environment), when: at }),
      resetScroll: false,
    })
  const peekAt = (flag: string | undefined) =>
    void navigate({
      search: (old) => ({ ...old, peek: flag }),
      replace: peek !== undefined && flag !== undefined,
      resetScroll: false,
    })
  const clear = () => setTyped('')
  const flags = useFlagList(project, { archived, typed: query, query: q.trim(), sort })
  const { rows, total } = flags
  const keys = useMemo(() => rows.map((row) => row.flag.key), [rows])
  const all = useSelectAll(selection, async () => {
    if (flags.whole) return keys
    const found = await utils.flags.keys.fetch({ project, query: query.trim() })
    return found.map(({ key }) => key)
  })
  const turn = (flag: string, environment: FlagList['environments'][number], on: boolean) => {
    if (environment.protected) ask({ to: on ? 'on' : 'off' }, flag, environment.key)
    else void switches.turn({ flag, environment: environment.key, on })
  }
  return (
    <>
      <ListHead
        project={project}
        q={typed}
        archived={archived}
        view={view}
        sort={sort}
        count={total}
        onType={setTyped}
      />
      {archived || unknown.length === 0 ? null : (
        <Suspense>
          <UnknownFlags project={project} unknown={unknown} role={role} />
        </Suspense>
      )}
      <Loaded
        query={flags.answer}
        what="flags"
        loading={<FlagTableSkeleton />}
        isEmpty={(list) => list.rows.length === 0}
        empty={
          <Suspense>
            <NoFlags project={project} archived={archived} />
          </Suspense>
        }
      >
        {(list) => {
          if (rows.length === 0 && total === null) return <FlagTableSkeleton />
          if (rows.length === 0)
            return (
              <StatePanel
                icon={IconSearch}
                title={`No flags match “${query}”`}
                actions={
                  <Button variant="default" onClick={clear}>
                    Clear filter
                  </Button>
                }
              />
            )
          const first = list.environments[0]
          return (
            <>
              <FlagTable
                project={project}
                environments={list.environments}
                rows={rows}
                total={total ?? rows.length}
                onEnd={flags.more}
                roleIn={roleIn}
                archived={archived}
                drafted={drafted}
                selected={selection.chosen}
                sort={sort}
                peeked={peek}
                switches={switches.states}
                onSwitch={({ flag, on }, environment) => turn(flag, environment, on)}
                onCell={(flag, environment, anchor) => setCell({ flag, environment, anchor })}
                selectingAll={all.busy}
                onSelectAll={archived ? null : all.set}
                keys={{
                  onOpen: (row) =>
                    void navigate({
                      to: '/p/$project/flags/$flag',
                      params: { project, flag: row.flag.key },
                      search: {},
                    }),
                  onHistory: (row) =>
                    void navigate({
                      to: '/p/$project/flags/$flag/history',
                      params: { project, flag: row.flag.key },
                      search: {},
                    }),
                  onPeek: (row) => peekAt(peek === row.flag.key ? undefined : row.flag.key),
                  onSelect: (row, range) => selection.flip(row.flag.key, range, keys),
                  onPercent: (row, anchor) => first && setCell({ flag: row.flag.key, environment: first.key, anchor }),
                }}
              >
                {(current) => {
                  if (current === undefined || archived) return null
                  const { key } = current.flag
                  return (
                    <CellKeys
                      environments={list.environments}
                      onTurn={(to) => turn(key, to, !(current.cells[to.key]?.on ?? false))}
                      onPromote={(to) =>
                        first && first.key !== to.key && ask({ to: 'copy', from: first.key }, key, to.key)
                      }
                    />
                  )
                }}
              </FlagTable>
              <Suspense>
                {selection.chosen.size === 0 || archived ? null : (
                  <BulkBar
                    project={project}
                    environments={list.environments}
                    rows={rows}
                    chosen={selection.chosen}
                    onDone={selection.clear}
                  />
                )}
                {cell === null && act === undefined && peek === undefined ? null : (
                  <ListLayers
                    project={project}
                    environments={list.environments}
                    rows={rows}
                    cell={cell}
                    intent={act === undefined ? null : readIntent(act)}
                    at={when}
                    peek={peek}
                    roleIn={roleIn}
                    onAsk={ask}
                    onTurn={(flag, environment, on) => turn(flag, environment, on)}
                    onPeek={peekAt}
                    onCloseCell={() => setCell(null)}
                    onCloseSheet={() =>
                      void navigate({
                        search: (old) => ({ ...old, act: undefined, when: undefined }),
                        resetScroll: false,
                      })
                    }
                  />
                )}
              </Suspense>
            </>
          )
        }}
      </Loaded>
      <Suspense>{creating ? <NewFlagDialog key={like} like={like} /> : null}</Suspense>
    </>
  )
}
