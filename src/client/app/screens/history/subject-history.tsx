import { Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Subject, VersionList } from '../../../../shared/schemas/history.ts'
import type { Environment } from '../../../../shared/schemas/project.ts'
import type { Revision } from '../../../../shared/schemas/revision.ts'
import { differenceLine } from '../../../../shared/words/difference.ts'
import { documentDifferences } from '../../../../shared/words/document-difference.ts'
import { trpc } from '../../trpc.ts'
import { EnvironmentTabs } from '../../ui/environment-tabs.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { useRoleIn } from '../../ui/use-role-in.ts'
import classes from './history.module.css'
import type { HistorySearch } from './history-search.ts'
import { HistoryView, type ShownVersion } from './history-view.tsx'

/** Each version with what it changed, in words: a version follows the next one in the list. */
const shown = ({ versions, earlier }: VersionList): ShownVersion[] =>
  versions.map(({ revision, document }, i) => {
    const before = i + 1 < versions.length ? (versions[i + 1]?.document ?? null) : earlier
    const changed = documentDifferences(before, document)
    return { revision, document, changed, lines: changed.map(differenceLine) }
  })

/** The history of one flag or segment in one environment. */
export function SubjectHistory(props: {
  project: string
  subject: Subject
  search: HistorySearch
  /** How many versions a page holds: documents come along. */
  limit: number
  links: (environment: Environment, chosen: Revision) => ReactNode
  onSearch: (part: HistorySearch) => void
}): ReactNode {
  const { project, subject, search, limit, links, onSearch } = props
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const roleIn = useRoleIn(project)
  const chosen = environments.find(({ key }) => key === search.env) ?? environments[0]
  const { before } = search
  const versions = trpc.history.versions.useQuery(
    { project, environment: chosen?.key ?? '', ...subject, limit, ...(before !== undefined && { before }) },
    { enabled: chosen !== undefined },
  )
  return (
    <>
      <div className={classes['where']}>
        <EnvironmentTabs environments={environments} chosen={chosen?.key} />
      </div>
      <Loaded
        query={versions}
        what="The history"
        loading={<Skeleton h={320} m={24} />}
        isEmpty={(page) => page.versions.length === 0}
        empty={
          <StatePanel icon={IconHistory} title={`${subject.key} was never in ${chosen?.name ?? 'this environment'}`}>
            Nobody has published it there.
          </StatePanel>
        }
      >
        {(page) =>
          chosen === undefined ? null : (
            <HistoryView
              project={project}
              environment={chosen}
              subject={subject}
              newest={before === undefined ? page.versions[0]?.revision.number : undefined}
              versions={shown(page)}
              next={page.next}
              search={search}
              role={roleIn(chosen.key)}
              links={(revision) => links(chosen, revision)}
              onSearch={onSearch}
            />
          )
        }
      </Loaded>
    </>
  )
}
