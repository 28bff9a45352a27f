import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconHistory, IconSearch } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { cellText } from '../../../../../../shared/text/cell/cell-text.ts'
import { counted } from '../../../../../../shared/text/rules/percent.ts'
import { PageHead } from '../../../../components/page-head.tsx'
import { StatePanel } from '../../../../components/state-panel.tsx'
import table from '../../../../components/table.module.css'
import { TimeBar } from '../../../../components/time-bar.tsx'
import { trpc } from '../../../../trpc.ts'
import { EnvironmentMark } from '../../../environments/environment-mark.tsx'
import { Loaded } from '../../../loading/loaded.tsx'
import classes from './list-screen.module.css'

const FoundCount = ({ count, more }: { count: number; more: boolean }): ReactNode => (
  <span className={classes['count']} role="status">
    {more ? `The first ${counted(count, 'flag')}` : counted(count, 'flag')}
  </span>
)

/** With fewer rows, another page is fetched. */
const fewRows = 20

/** All flags as they were at an instant, read-only. */
export function FlagsAsOf(props: { project: string; at: string; query: string }): ReactNode {
  const { project, at, query } = props
  const navigate = useNavigate()
  const asked = useDeferredValue(query.trim())
  const flags = trpc.flags.listAsOf.useInfiniteQuery(
    { project, at, ...(asked !== '' && { query: asked }) },
    { getNextPageParam: ({ next }) => next ?? undefined, placeholderData: (before) => before },
  )
  const rows = flags.data?.pages.flatMap((page) => page.rows) ?? []
  const { hasNextPage, isFetching, fetchNextPage } = flags
  // A narrow filter may leave few or no rows of a page.
  useEffect(() => {
    if (rows.length < fewRows && hasNextPage && !isFetching) void fetchNextPage()
  }, [rows.length, hasNextPage, isFetching, fetchNextPage])
  return (
    <>
      <TimeBar at={at} what="All flags" />
      <PageHead>
        {flags.data === undefined ? null : <FoundCount count={rows.length} more={flags.hasNextPage} />}
        <TextInput
          aria-label="Filter flags"
          placeholder="Filter: checkout tag:web on:production"
          leftSection={<IconSearch size={15} />}
          value={query}
          onChange={(event) => {
            const q = event.currentTarget.value || undefined
            void navigate({ to: '.', search: (old) => ({ ...old, q }), replace: true })
          }}
        />
      </PageHead>
      <Loaded
        query={flags}
        what="the flags at that time"
        loading={<Skeleton h={320} m={24} w="auto" />}
        isEmpty={({ pages }) => rows.length === 0 && asked === '' && pages.at(-1)?.next === null}
        empty={<StatePanel icon={IconHistory} title="No flags existed at that time" />}
      >
        {({ pages }) => {
          const environments = pages[0]?.environments ?? []
          return (
            <section
              className={`${table['box']} ${classes['past']}`}
              // A scrolling region must be reachable by keyboard.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              aria-label="Flags at that time"
              data-wraps
            >
              <table className={table['table']}>
                <caption className="visually-hidden">Flags at that time</caption>
                <thead>
                  <tr>
                    <th scope="col">Flag</th>
                    {environments.map((environment) => (
                      <th key={environment.key} scope="col">
                        <EnvironmentMark environment={environment} />
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ flag, cells }) => (
                    <tr key={flag.key}>
                      <th scope="row">
                        <Link to="/p/$project/flags/$flag" params={{ project, flag: flag.key }} search={{ at }}>
                          {flag.key}
                        </Link>
                      </th>
                      {environments.map(({ key }) => {
                        const cell = cells[key]
                        return <td key={key}>{cell === undefined ? 'not here' : cellText(cell)}</td>
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
              {hasNextPage ? (
                <Button variant="subtle" loading={isFetching} onClick={() => void fetchNextPage()}>
                  Show more
                </Button>
              ) : null}
            </section>
          )
        }}
      </Loaded>
    </>
  )
}
