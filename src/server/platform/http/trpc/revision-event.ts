import type { RevisionEvent } from '../../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { cellView } from '../../../features/flags/view.ts'
import type { LoggedRevision } from '../../live/tail.ts'

/** Maximum JSON length of the subjects in one event, so that a publish costs each open tab less than 2 kB. */
const mostCharacters = 1_400

const made = new WeakMap<LoggedRevision, RevisionEvent>()

/** Converts a revision to the event for the UI. Cached for all listeners. */
export function revisionEvent(revision: LoggedRevision): RevisionEvent {
  const before = made.get(revision)
  if (before) return before
  const { project, environment, number, actor, publishedAt, entries } = revision
  const subjects: RevisionEvent['subjects'] = []
  let characters = 0
  for (const { kind, key, document } of entries) {
    // Safe cast: flag entries contain flag documents.
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
