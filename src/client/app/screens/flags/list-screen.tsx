import { Button, TextInput } from '@mantine/core'
import { IconFlag, IconSearch } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useDeferredValue, useRef, useState } from 'react'
import { allows } from '../../../../shared/permissions.ts'
import { counted } from '../../../../shared/words/percent.ts'
import { trpc } from '../../trpc.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { useShortcut } from '../../ui/shortcuts.ts'
import { StatePanel } from '../../ui/state-panel.tsx'
import { useRoleIn } from '../../ui/use-role-in.ts'
import { useDraftedFlags } from './draft-keys.ts'
import { filtered } from './filter.ts'
import { FlagTable } from './flag-table.tsx'
import { FlagTableSkeleton } from './flag-table-skeleton.tsx'
import classes from './list-screen.module.css'
import { type SwitchAct, useSwitch } from './use-switch.ts'

const SwitchSheet = lazy(async () => ({ default: (await import('./switch-sheet.tsx')).SwitchSheet }))
const NewFlagDialog = lazy(async () => ({ default: (await import('./new-flag-dialog.tsx')).NewFlagDialog }))

const route = getRouteApi('/in/p/$project/flags')

/** Every flag of a project, with a column for each environment. */
export function FlagListScreen(): ReactNode {
  const { project } = route.useParams()
  const { q = '', status, new: creating } = route.useSearch()
  const navigate = route.useNavigate()
  const flags = trpc.flags.list.useQuery({ project, archived: status === 'archived' })
  const role = trpc.projects.get.useQuery({ project }).data?.role
  const roleIn = useRoleIn(project)
  const switches = useSwitch(project)
  const drafted = useDraftedFlags(project)
  const [sheet, setSheet] = useState<SwitchAct | null>(null)
  const filterField = useRef<HTMLInputElement>(null)
  const query = useDeferredValue(q)
  const openNew = () => void navigate({ search: (old) => ({ ...old, new: true }) })
  useShortcut('/', 'Filter the flags', () => filterField.current?.select())
  useShortcut('c', 'New flag', openNew)
  const clear = () => void navigate({ search: (old) => ({ ...old, q: undefined }), replace: true })
  const newFlag = (
    <Button onClick={openNew} rightSection={<Kbd>C</Kbd>} disabled={role !== undefined && !allows(role, 'flag.edit')}>
      New flag
    </Button>
  )
  return (
    <>
      <PageHead
        actions={
          <>
            <TextInput
              ref={filterField}
              className={classes['filter']}
              aria-label="Filter the flags"
              placeholder="Filter: checkout tag:web on:production"
              leftSection={<IconSearch size={15} />}
              rightSection={<Kbd>/</Kbd>}
              value={q}
              onChange={(event) => {
                const text = event.currentTarget.value
                void navigate({ search: (old) => ({ ...old, q: text || undefined }), replace: true })
              }}
              onKeyDown={(event) => event.key === 'Escape' && clear()}
            />
            {newFlag}
          </>
        }
      >
        <span className={classes['count']} role="status">
          {flags.data ? counted(filtered(flags.data.rows, query).length, 'flag') : ''}
        </span>
        <nav className={classes['views']} aria-label="Which flags">
          <Link to="/p/$project/flags" params={{ project }} search={{}} activeOptions={{ exact: true }}>
            Current
          </Link>
          <Link to="/p/$project/flags" params={{ project }} search={{ status: 'archived' }}>
            Archived
          </Link>
        </nav>
      </PageHead>
      <Loaded
        query={flags}
        what="The flags"
        loading={<FlagTableSkeleton />}
        isEmpty={(list) => list.rows.length === 0}
        empty={
          status === 'archived' ? (
            <StatePanel icon={IconFlag} title="No archived flags">
              An archived flag leaves every program and can be restored here.
            </StatePanel>
          ) : (
            <StatePanel
              icon={IconFlag}
              title="No flags yet"
              actions={
                <>
                  {newFlag}
                  <Button component={Link} to={`/p/${project}/connect`} variant="default">
                    Connect a program
                  </Button>
                </>
              }
            >
              A flag lets you change behaviour without a deploy.
            </StatePanel>
          )
        }
      >
        {(list) => {
          const rows = filtered(list.rows, query)
          if (rows.length === 0)
            return (
              <StatePanel
                icon={IconSearch}
                title={`No flag matches “${query}”`}
                actions={
                  <Button variant="default" onClick={clear}>
                    Clear filter
                  </Button>
                }
              />
            )
          return (
            <FlagTable
              project={project}
              environments={list.environments}
              rows={rows}
              roleIn={roleIn}
              archived={status === 'archived'}
              drafted={drafted}
              stateOf={switches.stateOf}
              onSwitch={(act, environment) => (environment.protected ? setSheet(act) : void switches.turn(act))}
            />
          )
        }}
      </Loaded>
      <Suspense>
        {sheet === null ? null : <SwitchSheet project={project} act={sheet} onClose={() => setSheet(null)} />}
      </Suspense>
      <Suspense>{creating ? <NewFlagDialog /> : null}</Suspense>
    </>
  )
}
