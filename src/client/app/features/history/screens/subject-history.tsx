import type { ReactNode } from 'react'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import type { Subject, VersionList } from '../../../../../shared/features/publishing/schemas/history.ts'
import type { Revision } from '../../../../../shared/features/publishing/schemas/revision.ts'
import { differenceLine } from '../../../../../shared/text/diff/difference.ts'
import { documentDifferences } from '../../../../../shared/text/diff/document-difference.ts'
import { trpc } from '../../../trpc.ts'
import { useRoleIn } from '../../session/use-role-in.ts'
import { HistoryFrame, useEnvironments } from './history-frame.tsx'
import type { HistorySearch } from './history-search.ts'
import { HistoryView, type ShownVersion } from './history-view.tsx'

/** Describes what each version changed. The version before it is the next one in the list. */
const shown = ({ versions, earlier }: VersionList): ShownVersion[] =>
  versions.map(({ revision, document }, i) => {
    const before = i + 1 < versions.length ? (versions[i + 1]?.document ?? null) : earlier
    const changed = documentDifferences(before, document)
    return { revision, document, changed, lines: changed.map(differenceLine) }
  })

export function SubjectHistory(props: {
  project: string
  subject: Subject
  search: HistorySearch
  /** Versions per page. Limited, because each includes its document. */
  limit: number
  links: (environment: Environment, chosen: Revision) => ReactNode
  onSearch: (part: HistorySearch) => void
}): ReactNode {
  const { project, subject, search, limit, links, onSearch } = props
  const { environments, chosen } = useEnvironments(project, search.env)
  const roleIn = useRoleIn(project)
  const { before } = search
  const versions = trpc.history.versions.useQuery(
    { project, environment: chosen?.key ?? '', ...subject, limit, ...(before !== undefined && { before }) },
    { enabled: chosen !== undefined },
  )
  return (
    <HistoryFrame
      environments={environments}
      chosen={chosen}
      query={versions}
      isEmpty={(page) => page.versions.length === 0}
      empty={{
        title: `${subject.key} was never in ${chosen?.name ?? 'this environment'}`,
        when: 'It hasn’t been published there yet.',
      }}
    >
      {(page, environment) => (
        <HistoryView
          project={project}
          environment={environment}
          subject={subject}
          newest={before === undefined ? page.versions[0]?.revision.number : undefined}
          versions={shown(page)}
          next={page.next}
          search={search}
          role={roleIn(environment.key)}
          links={(revision) => links(environment, revision)}
          onSearch={onSearch}
        />
      )}
    </HistoryFrame>
  )
}
