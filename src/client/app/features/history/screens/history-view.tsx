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

/** A revision on the page, what it changed in sentences, and the document that it left where one subject is looked at. */
export type ShownVersion = {
  revision: Revision
  lines: readonly string[]
  document: DocumentDifference['after']
  /** What differs from the version before, where that is known already. */
  changed: readonly Difference[] | null
}

/** A history: its versions on a line of time and in a list, and one of them in full. */
export function HistoryView(props: {
  project: string
  environment: Environment
  /** A picture of them stands above: no line of time is needed. */
  pictured?: boolean
  subject: Subject | undefined
  /** The number of the newest revision; nothing where it is not on this page. */
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
