import { Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import type { ProjectRevision, ProjectRevisions } from '../../../../../shared/features/publishing/schemas/history.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { useShortcut } from '../../../components/shortcuts.ts'
import { StatePanel } from '../../../components/state-panel.tsx'
import { clockTime } from '../../../components/time-text.tsx'
import { trpc } from '../../../trpc.ts'
import { EnvironmentShape } from '../../environments/environment-mark.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import { useRoleIn } from '../../session/use-role-in.ts'
import classes from './history.module.css'
import type { HistorySearch } from './history-search.ts'
import { markText } from './mark-text.ts'
import { touchedText } from './touched.ts'
import { VersionPanel } from './version-panel.tsx'

const day = new Intl.DateTimeFormat(readerLocale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** Revisions of all environments by day, newest first, with one selected revision in full. */
export function AllRevisions(props: {
  project: string
  environments: readonly Environment[]
  search: HistorySearch
}): ReactNode {
  const { project, environments, search } = props
  const found = trpc.history.everywhere.useQuery({
    project,
    ...(search.env !== undefined && { environment: search.env }),
    ...(search.flag !== undefined && { flag: search.flag }),
    ...(search.page !== undefined && { before: search.page }),
  })
  return (
    <Loaded
      query={found}
      what="the history"
      loading={<Skeleton h={320} m={24} w="auto" />}
      isEmpty={({ revisions }) => revisions.length === 0}
      empty={
        <StatePanel
          icon={IconHistory}
          title={search.flag === undefined ? 'No history yet' : `No history of ${search.flag}`}
        >
          The first revision appears when the first flag or segment is created.
        </StatePanel>
      }
    >
      {(page) => <Page project={project} environments={environments} search={search} page={page} />}
    </Loaded>
  )
}

function Page(props: {
  project: string
  environments: readonly Environment[]
  search: HistorySearch
  page: ProjectRevisions
}): ReactNode {
  const { project, environments, search, page } = props
  const navigate = useNavigate()
  const roleIn = useRoleIn(project)
  const { v, of } = search
  const listed = page.revisions.find((one) => one.number === v && one.environment === of)
  // A revision linked from the timeline may be far down the list.
  const far = trpc.revisions.list.useQuery(
    { project, environment: of ?? '', before: (v ?? 0) + 1, limit: 1 },
    { enabled: v !== undefined && of !== undefined && listed === undefined },
  ).data?.revisions[0]
  const chosen = listed ?? (v === undefined ? page.revisions[0] : far)
  const environment = environments.find(({ key }) => key === chosen?.environment)
  const choose = (one: ProjectRevision | undefined) =>
    one &&
    void navigate({
      to: '.',
      search: (old) => ({ ...old, v: one.number, of: one.environment, vs: undefined }),
      replace: true,
      resetScroll: false,
    })
  const step = (by: number) => choose(page.revisions[page.revisions.findIndex((one) => one === chosen) + by])
  useShortcut('j', 'Older revision', () => step(1))
  useShortcut('k', 'Newer revision', () => step(-1))
  const subject = search.flag === undefined ? undefined : { kind: 'flag' as const, key: search.flag }
  return (
    <div className={classes['page']}>
      <div>
        {byDay(page.revisions).map(({ name, revisions }) => (
          <section key={name} aria-label={name}>
            <h2 className={classes['day']}>{name}</h2>
            <ol className={classes['versions']}>
              {revisions.map((one) => (
                <li key={`${one.environment} ${one.number}`}>
                  <Link
                    to="."
                    search={(old) => ({ ...old, v: one.number, of: one.environment, vs: undefined })}
                    resetScroll={false}
                    className={classes['version']}
                    aria-current={one === chosen ? 'true' : undefined}
                  >
                    <span className={classes['who']}>
                      {clockTime(Date.parse(one.publishedAt))} <Place environments={environments} of={one} />{' '}
                      <strong>{one.actor.name}</strong>
                      {one.mark === null ? null : <span className={classes['mark']}>{markText[one.mark]}</span>}
                    </span>
                    <span className={classes['change']}>{one.message || touchedText(one)}</span>
                    <span className={classes['quiet']}>
                      {one.message ? `${touchedText(one)} · ` : ''}revision {one.number}
                    </span>
                  </Link>
                </li>
              ))}
            </ol>
          </section>
        ))}
        <nav className={classes['more']} aria-label="Pagination">
          {search.page === undefined ? null : (
            <Link to="." search={(old) => ({ ...old, page: undefined, v: undefined, of: undefined })}>
              Newest
            </Link>
          )}
          {page.next === null ? null : (
            <Link to="." search={(old) => ({ ...old, page: page.next ?? undefined, v: undefined, of: undefined })}>
              Older
            </Link>
          )}
        </nav>
      </div>
      {chosen === undefined || environment === undefined ? null : (
        <VersionPanel
          key={`${chosen.environment} ${chosen.number}`}
          project={project}
          environment={environment}
          subject={subject}
          newest={environment.revision}
          revisions={[]}
          chosen={chosen}
          against={search.vs}
          document={null}
          changed={null}
          role={roleIn(environment.key)}
          onCompare={() => undefined}
          links={
            <>
              <Link to="/p/$project/flags" params={{ project }} search={{ at: chosen.publishedAt }}>
                All flags at that time
              </Link>
              <Link
                to="/p/$project/playground"
                params={{ project }}
                search={{ env: environment.key, at: chosen.publishedAt }}
              >
                Open in playground
              </Link>
            </>
          }
        />
      )}
    </div>
  )
}

function Place({ environments, of }: { environments: readonly Environment[]; of: ProjectRevision }): ReactNode {
  const environment = environments.find(({ key }) => key === of.environment)
  if (environment === undefined) return of.environment
  return (
    <span className={classes['place']}>
      <EnvironmentShape colour={environment.colour} /> {environment.name}
    </span>
  )
}

const byDay = (revisions: readonly ProjectRevision[]) => {
  const days: { name: string; revisions: ProjectRevision[] }[] = []
  for (const revision of revisions) {
    const name = day.format(new Date(revision.publishedAt))
    const last = days.at(-1)
    if (last?.name === name) last.revisions.push(revision)
    else days.push({ name, revisions: [revision] })
  }
  return days
}
