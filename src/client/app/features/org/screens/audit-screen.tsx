import { Button, Skeleton } from '@mantine/core'
import { skipToken } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { actionText, instanceActionText } from '../../../../../shared/text/audit/act.ts'
import { instantsOf } from '../../../components/days.ts'
import { ExportLinks } from '../../../components/export-links.tsx'
import { NewItemsBar } from '../../../components/new-items-bar.tsx'
import classes from '../../../components/settings.module.css'
import { SettingsPage, SettingsSection } from '../../../components/settings-section.tsx'
import { useTail } from '../../../components/use-tail.ts'
import { trpc } from '../../../trpc.ts'
import { EventFilter } from '../../audit/event-filter.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import type { AuditSearch } from './audit-search.ts'
import { AuditTable } from './audit-table.tsx'
import { VerifyTrail } from './verify-trail.tsx'

const route = getRouteApi('/in/org/audit')

/** Poll interval of the newest page in milliseconds. */
const tailMs = 5_000

const acts = Object.entries({ ...actionText, ...instanceActionText }).map(([value, { filter: label }]) => ({
  value,
  label,
}))

/** Audit log of the instance, newest first, and its integrity check. */
export function AuditScreen(): ReactNode {
  const search = route.useSearch()
  const { who, what, project, env, before } = search
  const navigate = route.useNavigate()
  const filter = {
    ...(who && { actor: who }),
    ...(what && { action: what }),
    ...(project && { project }),
    ...(env && { environment: env }),
    ...instantsOf(search),
  }
  const events = trpc.audit.list.useQuery(
    { ...filter, ...(before && { before }) },
    { refetchInterval: before === undefined ? tailMs : false },
  )
  const { shown, fresh, show } = useTail(events.data?.events ?? [], JSON.stringify([filter, before]))
  const people = trpc.users.list.useQuery().data ?? []
  const projects = trpc.projects.list.useQuery().data ?? []
  const environments = trpc.environments.list.useQuery(project === undefined ? skipToken : { project }).data ?? []
  // Changing a filter returns to the newest event.
  const choose = (part: AuditSearch) => void navigate({ search: (old) => ({ ...old, before: undefined, ...part }) })
  return (
    <SettingsPage>
      <SettingsSection title="Integrity check" lead="Each event is linked to the previous one by its hash.">
        <VerifyTrail />
      </SettingsSection>
      <SettingsSection title="Events">
        <div className={classes['row']}>
          <EventFilter
            label="Filter events"
            value={search}
            people={people.map(({ id, name }) => ({ value: id, label: name }))}
            acts={acts}
            projects={projects.map(({ key, name }) => ({ value: key, label: name }))}
            environments={environments.map(({ key, name }) => ({ value: key, label: name }))}
            onChange={choose}
          />
          {events.data ? <ExportLinks filter={filter} /> : null}
        </div>
        <NewItemsBar fresh={fresh} onShow={show} />
        <Loaded
          query={events}
          what="the audit log"
          loading={<Skeleton h={240} />}
          isEmpty={(list) => list.events.length === 0}
          empty={<p className={classes['lead']}>No matching events.</p>}
        >
          {({ next }) => (
            <>
              <AuditTable events={shown} />
              <div className={classes['row']} style={{ marginTop: 12 }}>
                {before === undefined ? null : (
                  <Button variant="default" onClick={() => choose({})}>
                    Newest
                  </Button>
                )}
                {next === null ? null : (
                  <Button variant="default" onClick={() => choose({ before: next })}>
                    Older
                  </Button>
                )}
              </div>
            </>
          )}
        </Loaded>
      </SettingsSection>
    </SettingsPage>
  )
}
