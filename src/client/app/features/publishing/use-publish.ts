import type { DespiteBuilds } from '../../../../shared/features/builds/schemas/build.ts'
import type { Change } from '../../../../shared/features/changes/schemas/change.ts'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import type { InvariantOverride } from '../../../../shared/features/promises/schemas/promise.ts'
import type { DocumentDifference, Subject } from '../../../../shared/features/publishing/schemas/history.ts'
import type { Entry, Revision } from '../../../../shared/features/publishing/schemas/revision.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { done, failed } from '../../components/toast.tsx'
import { useAttempt } from '../../components/use-attempt.ts'
import { trpc } from '../../trpc.ts'
import { useChangeEdit } from './use-change-edit.ts'
import { useReviewRequest } from './use-review-request.ts'
import { useScheduling } from './use-scheduling.ts'

/** Overrides by an admin: promises that the publish violates, and the reason for breaking live builds. */
export type PublishOverrides = { breaks?: InvariantOverride | undefined; despite?: DespiteBuilds | undefined }

/** Common input of publishes: the revision that the author saw, and a message. */
type PublishCommon = { environment: Environment; base: number; message: string; past?: PublishOverrides | undefined }

const publishOverridesOf = ({ breaks, despite }: PublishOverrides = {}) => ({
  ...(breaks && { break: breaks }),
  ...(despite && { despite }),
})

export type Publication = PublishCommon & {
  entries: readonly Entry[]
  /** Ids of reviewers requested by name, if a review is needed. */
  reviewers?: readonly string[] | undefined
  /** Success message. Defaults to the revision number. */
  said?: string
  /** Also shows an error message, if no sheet does. */
  aloud?: boolean
}

/** Entries that apply the end state of differences. */
export const entriesOf = (differences: readonly DocumentDifference[]): Entry[] =>
  // Safe cast: a difference has documents of its kind.
  differences.map(({ kind, key, after }) => ({ kind, key, document: after }) as Entry)

/**
 * Publishes entries or restores revisions; all screens use this. Each function returns whether it succeeded; `refusal`
 * has the reason if not. Success messages offer undo, which restores the same subjects.
 */
export const usePublish = (project: string) => {
  const utils = trpc.useUtils()
  const { mutateAsync: send } = trpc.revisions.publish.useMutation()
  const { mutateAsync: sendRestore } = trpc.history.restore.useMutation()
  const askForReview = useReviewRequest(project)
  const askForTime = useScheduling(project)
  const editChange = useChangeEdit(project)
  const { attempt, busy, refusal, forget } = useAttempt()

  /** Refetches what was published. Other clients do so when they get the revision event. */
  const refresh = async (subjects: readonly Subject[]) => {
    void utils.history.invalidate()
    void utils.revisions.invalidate()
    void utils.promises.invalidate()
    void utils.environments.invalidate()
    const [only, ...more] = subjects
    if (only === undefined || more.length > 0)
      await Promise.all([utils.flags.invalidate(), utils.segments.invalidate()])
    else if (only.kind === 'flag') await utils.flags.get.invalidate({ project, flag: only.key })
    else await utils.segments.get.invalidate({ project, segment: only.key })
  }

  /** Undoes the newest revision of its subjects. Restoring an approved state needs no approval. */
  const undo = async (environment: Environment, { number, subjects }: Revision) => {
    const message = `Undo revision ${number}`
    const input = { project, environment: environment.key, to: number - 1, base: number, subjects, message }
    try {
      await sendRestore(input)
      await Promise.all([refresh(subjects), utils.flags.list.invalidate({ project })])
      done(`Undone in ${environment.name}`)
    } catch (error) {
      failed(`Couldn’t undo in ${environment.name}`, refusalOf(error))
    }
  }

  const publish = async (publication: Publication): Promise<boolean> => {
    const { environment, base, message, entries, past, said, aloud } = publication
    const subjects = entries.map(({ kind, key }) => ({ kind, key }))
    return attempt(
      async () => {
        const revision = await send({
          ...{ project, environment: environment.key, base, message, entries: [...entries] },
          ...publishOverridesOf(past),
        })
        await refresh(subjects)
        done(said ?? `Published revision ${revision.number} to ${environment.name}`, {
          undo: () => void undo(environment, revision),
        })
      },
      (refusal) => {
        // The current state may have caused the rejection.
        void refresh(subjects)
        if (aloud) failed(`Couldn’t publish to ${environment.name}`, refusal)
      },
    )
  }

  /** Restores subjects, or the whole environment, to a revision. */
  const restore = (to: number, subjects: Subject[] | undefined, { environment, base, message, past }: PublishCommon) =>
    attempt(async () => {
      const input = {
        project,
        environment: environment.key,
        to,
        base,
        message,
        ...(subjects && { subjects }),
        ...publishOverridesOf(past),
      }
      const { revision, leftOut } = await sendRestore(input)
      await refresh([])
      const skipped = leftOut.map(({ key }) => key).join(', ')
      const left =
        leftOut.length === 0
          ? ''
          : leftOut.length === 1
            ? `. Skipped ${skipped} because it has been archived since`
            : `. Skipped ${skipped} because they have been archived since`
      if (revision === null) done(`${environment.name} already matches that revision${left}`)
      else
        done(`Restored ${environment.name} as revision ${revision.number}${left}`, {
          undo: () => void undo(environment, revision),
        })
    })

  /** Creates a change with the entries, requests a review and opens it. */
  const requestReview = ({ environment, base, message, entries, reviewers }: Publication) =>
    attempt(() =>
      askForReview({
        entries: entries.map((entry) => ({ ...entry, environment: environment.key, base })),
        message,
        fallback: entries
          .map(({ key }) => key)
          .join(', ')
          .slice(0, 100),
        where: environment.name,
        reviewers,
      }),
    )

  /** Replaces the entry of an open change. This resets its reviews. */
  const updateChange = (change: Change, { environment, base, message, entries }: Publication) =>
    attempt(async () => {
      for (const entry of entries) await editChange(change, { ...entry, environment: environment.key, base }, message)
    })

  /** Schedules a publish as a change. `title` is the fallback if there is no message. */
  const publishLater = (
    { environment, base, message, entries }: Publication,
    time: { at: string; zone: string },
    title: string,
  ) =>
    attempt(() =>
      askForTime({
        entries: entries.map((entry) => ({ ...entry, environment: environment.key, base })),
        message,
        fallback: title,
        ...time,
      }),
    )

  return { publish, publishLater, restore, requestReview, updateChange, busy, refusal, forget }
}
