import type { RevisionEvent } from '../../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { cellView } from '../../../features/flags/view.ts'
import type { LoggedRevision } from '../../live/tail.ts'

/** How long the subjects of one event may be, as JSON: an open tab pays less than 2 kB for a publish. */
const mostCharacters = 1_400

const made = new WeakMap<LoggedRevision, RevisionEvent>()

/** A revision as the UI is told of it; made once, however many listen. */
export function revisionEvent(revision: LoggedRevision): RevisionEvent {
  const before = made.get(revision)
  if (before) return before
  const { project, environment, number, actor, publishedAt, entries } = revision
  const subjects: RevisionEvent['subjects'] = []
  let characters = 0
  for (const { kind, key, document } of entries) {
    // the entries of flags hold flag documents
    const cell = document === null ? null : kind === 'flag' ? cellView(number, document as FlagDocument) : undefined
    const subject = kind === 'flag' ? { kind, key, cell } : { kind, key }
    characters += JSON.stringify(subject).length
    if (characters > mostCharacters && subjects.length > 0) break
    subjects.push(subject)
  }
  const event: RevisionEvent = {
    ...{ kind: 'revision', project, environment, number, publishedAt: publishedAt.toISOString(), actor, subjects },
    more: subjects.length < entries.length,
  }
  made.set(revision, event)
  return event
}
