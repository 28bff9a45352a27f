import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Environment, Role } from '../../../../../shared/features/projects/schemas/project.ts'
import type { DocumentDifference, Subject } from '../../../../../shared/features/publishing/schemas/history.ts'
import type { Revision } from '../../../../../shared/features/publishing/schemas/revision.ts'
import type { Difference } from '../../../../../shared/text/diff/difference.ts'
import { useShortcut } from '../../../components/shortcuts.ts'
import { shortTime } from '../../../components/time-text.tsx'
import classes from './history.module.css'
import type { HistorySearch } from './history-search.ts'
import { Scrubber } from './scrubber.tsx'
import { VersionList } from './version-list.tsx'
import { VersionPanel } from './version-panel.tsx'

/** A revision as shown on the page: its changes as sentences, and the resulting document if one subject is selected. */
export type ShownVersion = {
  revision: Revision
  lines: readonly string[]
  document: DocumentDifference['after']
  /** Differences from the previous version, if they are loaded. */
  changed: readonly Difference[] | null
}

/** A history: timeline, list of versions, and one selected version in full. */
export function HistoryView(props: {
  project: string
  environment: Environment
  /** Hides the timeline, because a chart above replaces it. */
  pictured?: boolean
  subject: Subject | undefined
  /** The number of the newest revision. Undefined if it is not on this page. */
  newest: number | undefined
  versions: readonly ShownVersion[]
  next: number | null
  search: HistorySearch
  role: Role | undefined
  links: (chosen: Revision) => ReactNode
  onSearch: (part: HistorySearch) => void
}): ReactNode {
  const {
    project,
    environment,
    pictured = false,
    subject,
    newest,
    versions,
    next,
    search,
    role,
    links,
    onSearch,
  } = props
  const chosen = versions.find(({ revision }) => revision.number === search.v) ?? versions[0]
  const step = (by: number) => {
    const other = versions[versions.findIndex((one) => one === chosen) + by]
    if (other !== undefined) onSearch({ v: other.revision.number, vs: undefined })
  }
  useShortcut('j', 'Older revision', () => step(1))
  useShortcut('k', 'Newer revision', () => step(-1))
  if (chosen === undefined) return null
  const marks = versions.toReversed().map(({ revision }) => ({
    id: revision.number,
    atMs: Date.parse(revision.publishedAt),
    words: `revision ${revision.number} by ${revision.actor.name}, ${shortTime(revision.publishedAt)}`,
    time: shortTime(revision.publishedAt),
  }))
  return (
    <>
      {pictured ? null : (
        <Scrubber
          label="Revisions"
          marks={marks}
          chosen={chosen.revision.number}
          onChoose={(number) => onSearch({ v: number, vs: undefined })}
        />
      )}
      <div className={classes['page']}>
        <div>
          <VersionList versions={versions} chosen={chosen.revision.number} />
          <nav className={classes['more']} aria-label="Pagination">
            {search.before === undefined ? null : (
              <Link to="." search={(old) => ({ ...old, before: undefined, v: undefined, vs: undefined })}>
                Newest
              </Link>
            )}
            {next === null ? null : (
              <Link to="." search={(old) => ({ ...old, before: next, v: undefined, vs: undefined })}>
                Older
              </Link>
            )}
          </nav>
        </div>
        <VersionPanel
          key={chosen.revision.number}
          project={project}
          environment={environment}
          subject={subject}
          newest={newest}
          revisions={versions.map(({ revision }) => revision)}
          chosen={chosen.revision}
          against={search.vs}
          document={chosen.document}
          changed={chosen.changed}
          role={role}
          links={links(chosen.revision)}
          onCompare={(vs) => onSearch({ v: chosen.revision.number, vs })}
        />
      </div>
    </>
  )
}
