import type {
  Change,
  ChangeSubject,
  EditChangeInput,
  ProposedEntry,
  ShownEntry,
} from '../../../../shared/features/changes/schemas/change.ts'
import { limits } from '../../../../shared/limits.ts'

export const samePlace = (a: ChangeSubject, b: ChangeSubject): boolean =>
  a.kind === b.kind && a.key === b.key && a.environment === b.environment

/** The note of a change as its author wrote it. */
export const noteOf = ({ title, message }: Pick<Change, 'title' | 'message'>): string =>
  message === '' ? title : message

const proposed = ({ kind, key, environment, base, document }: ShownEntry): ProposedEntry =>
  // Safe cast: a shown entry has a document of its kind.
  ({ kind, key, environment, base, document }) as ProposedEntry

/**
 * Replaces one entry of a change and keeps the others. An unchanged note does not rename the change, so that a
 * generated title stays up to date.
 */
export const changeEdit = (change: Change, entry: ProposedEntry, note: string): Omit<EditChangeInput, 'project'> => {
  const title = (note.split('\n', 1)[0] ?? '').slice(0, limits.nameLength)
  return {
    change: change.number,
    version: change.version,
    entries: change.entries.map((one) => (samePlace(one, entry) ? entry : proposed(one))),
    ...(note === noteOf(change) || title === '' ? {} : { title, message: note === title ? '' : note }),
  }
}
