import { useState } from 'react'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import type { Environment } from '../../../../../shared/schemas/project.ts'
import { type Refusal, refusalOf } from '../../../../api/refusal.ts'
import { done, failed } from '../../../components/toast.tsx'
import { useReviewRequest } from '../../../features/publishing/use-review-request.ts'
import { trpc } from '../../../trpc.ts'

/** A flag's document as it shall be in one environment, and as it was. `base` is the revision that the editor saw. */
export type Publication = {
  environment: Environment
  before: FlagDocument
  after: FlagDocument
  base: number
  message: string
}

/** Publishes documents of a flag. Every publish offers its undo, which restores what was there before. */
export const usePublish = (project: string) => {
  const utils = trpc.useUtils()
  const askForReview = useReviewRequest(project)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  const send = async ({ environment, after, base, message }: Publication) => {
    const entry = { kind: 'flag' as const, key: after.key, document: after }
    const revision = await utils.client.revisions.publish.mutate({
      project,
      environment: environment.key,
      base,
      message,
      entries: [entry],
    })
    await utils.flags.get.invalidate({ project, flag: after.key })
    return revision
  }

  const undo = async (publication: Publication, number: number) => {
    const { environment, after } = publication
    try {
      // the way back to what stood here needs no second approval, so it is asked for as such
      await utils.client.history.restore.mutate({
        project,
        environment: environment.key,
        to: number - 1,
        base: number,
        subjects: [{ kind: 'flag', key: after.key }],
        message: `Undo revision ${number}`,
      })
      await Promise.all([
        utils.flags.get.invalidate({ project, flag: after.key }),
        utils.flags.list.invalidate({ project }),
      ])
      done(`Undone in ${environment.name}`)
    } catch (error) {
      failed(`Couldn’t undo in ${environment.name}`, refusalOf(error))
    }
  }

  /** Returns whether it was published; if not, `refusal` says why. */
  const publish = async (publication: Publication): Promise<boolean> => {
    setBusy(true)
    setRefusal(null)
    try {
      const { number } = await send(publication)
      done(`Published revision ${number} to ${publication.environment.name}`, {
        undo: () => void undo(publication, number),
      })
      return true
    } catch (error) {
      setRefusal(refusalOf(error))
      void utils.flags.get.invalidate({ project, flag: publication.after.key })
      return false
    } finally {
      setBusy(false)
    }
  }

  /** Proposes the same as a change, puts it before reviewers and opens it. Returns whether that was done. */
  const requestReview = async ({ environment, after, base, message }: Publication): Promise<boolean> => {
    setBusy(true)
    setRefusal(null)
    try {
      const entry = { kind: 'flag' as const, environment: environment.key, key: after.key, base, document: after }
      await askForReview({ entries: [entry], message, fallback: after.key, where: environment.name })
      return true
    } catch (error) {
      setRefusal(refusalOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }

  return { publish, requestReview, busy, refusal, refuse: setRefusal, forget: () => setRefusal(null) }
}
