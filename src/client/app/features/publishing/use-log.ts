import { useState } from 'react'
import type { DocumentDifference, Subject } from '../../../../shared/schemas/history.ts'
import type { Environment } from '../../../../shared/schemas/project.ts'
import type { Entry } from '../../../../shared/schemas/revision.ts'
import { type Refusal, refusalOf } from '../../../api/refusal.ts'
import { done, failed } from '../../components/toast.tsx'
import { trpc } from '../../trpc.ts'
import { useReviewRequest } from './use-review-request.ts'

/** What an act on the log of an environment is based on: the revision that its author saw, and why it is done. */
type Act = { environment: Environment; base: number; message: string }

/** An entry of the log that brings a subject to what a difference ends with. */
const entryOf = ({ kind, key, after }: DocumentDifference): Entry =>
  // a difference holds documents of its kind
  ({ kind, key, document: after }) as Entry

/**
 * Acts on the log of an environment that concern any flags and segments. Each answers whether it was done; if not,
 * `refusal` says why. What was done offers its undo, which restores the same subjects.
 */
export const useLog = (project: string) => {
  const utils = trpc.useUtils()
  const askForReview = useReviewRequest(project)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const refresh = () =>
    Promise.all([
      utils.flags.invalidate(),
      utils.segments.invalidate(),
      utils.history.invalidate(),
      utils.revisions.invalidate(),
      utils.environments.invalidate(),
    ])

  const attempt = async (act: () => Promise<void>): Promise<boolean> => {
    setBusy(true)
    setRefusal(null)
    try {
      await act()
      return true
    } catch (error) {
      setRefusal(refusalOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  /** The way back from a revision that is the newest of its subjects. */
  const undo = async (environment: Environment, number: number, subjects: Subject[]) => {
    try {
      const message = `Undo revision ${number}`
      const input = { project, environment: environment.key, to: number - 1, base: number, subjects, message }
      await utils.client.history.restore.mutate(input)
      await refresh()
      done(`Undone in ${environment.name}`)
    } catch (error) {
      failed(`Couldn’t undo in ${environment.name}`, refusalOf(error))
    }
  }

  /** Brings subjects, or the whole environment, back to what they were at a revision. */
  const restore = (to: number, subjects: Subject[] | undefined, { environment, base, message }: Act) =>
    attempt(async () => {
      const input = { project, environment: environment.key, to, base, message, ...(subjects && { subjects }) }
      const { revision, leftOut } = await utils.client.history.restore.mutate(input)
      await refresh()
      const left =
        leftOut.length === 0
          ? ''
          : `. Skipped ${leftOut.map(({ key }) => key).join(', ')} because ${leftOut.length === 1 ? 'it has' : 'they have'} been archived since`
      if (revision === null) done(`${environment.name} already matches that revision${left}`)
      else
        done(`Restored ${environment.name} as revision ${revision.number}${left}`, {
          undo: () => void undo(environment, revision.number, revision.subjects),
        })
    })

  /** Publishes what these differences end with. */
  const publish = (differences: readonly DocumentDifference[], { environment, base, message }: Act) =>
    attempt(async () => {
      const entries = differences.map(entryOf)
      const input = { project, environment: environment.key, base, message, entries }
      const { number, subjects } = await utils.client.revisions.publish.mutate(input)
      await refresh()
      done(`Published revision ${number} to ${environment.name}`, {
        undo: () => void undo(environment, number, subjects),
      })
    })

  /** Puts the same before reviewers. */
  const requestReview = (differences: readonly DocumentDifference[], { environment, base, message }: Act) =>
    attempt(() =>
      askForReview({
        entries: differences.map((one) => ({ ...entryOf(one), environment: environment.key, base })),
        message,
        fallback: differences
          .map(({ key }) => key)
          .join(', ')
          .slice(0, 100),
        where: environment.name,
      }),
    )

  return { restore, publish, requestReview, busy, refusal, forget: () => setRefusal(null) }
}
