import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { whenText } from '../../../../../../shared/text/time/when.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { done, failed } from '../../../../components/toast.tsx'
import { trpc } from '../../../../trpc.ts'
import { switchPublishedText } from '../../../publishing/act-name.ts'
import { type Publication, usePublish } from '../../../publishing/use-publish.ts'
import { afterAction, intentSentence } from './intent.ts'
import type { Intent } from './quick-action.ts'

/** The result of an intent: the document before and after. `after` is null if the intent is not possible. */
export type Outcome = { environment: Environment; before: FlagDocument; after: FlagDocument | null; base: number }

export const publicationOf = (
  { environment, base, before, after }: Outcome & { after: FlagDocument },
  message: string,
): Publication => {
  const said = switchPublishedText(before, after, environment.name)
  return {
    ...{ environment, base, message, entries: [{ kind: 'flag', key: after.key, document: after }] },
    ...(said && { said }),
  }
}

/** Resolves intents, publishes them, or schedules them. */
export const useIntent = (project: string) => {
  const utils = trpc.useUtils()
  const { publish } = usePublish(project)
  const { mutateAsync: saveChange } = trpc.changes.save.useMutation()
  const { mutateAsync: requestReview } = trpc.changes.requestReview.useMutation()
  const { mutateAsync: schedule } = trpc.changes.schedule.useMutation()
  const { mutateAsync: withdraw } = trpc.changes.withdraw.useMutation()

  const outcomeOf = async ({ flag, environment: key, action }: Intent): Promise<Outcome | null> => {
    const page = await utils.flags.get.fetch({ project, flag })
    const environment = page.environments.find((one) => one.key === key)
    const head = page.heads[key]
    if (environment === undefined || head === undefined) return null
    const { dialect } = await utils.projects.get.fetch({ project })
    let source: FlagDocument | null = null
    if (action.to === 'copy') source = page.heads[action.from]?.document ?? null
    if (action.to === 'back') {
      const last = {
        project,
        environment: key,
        from: head.revision,
        to: head.revision - 1,
        kind: 'flag' as const,
        key: flag,
      }
      const { differences } = await utils.history.diff.fetch(last)
      // Safe cast: a difference of kind flag has flag documents.
      source = (differences[0]?.after ?? null) as FlagDocument | null
    }
    return {
      environment,
      before: head.document,
      after: afterAction(action, head.document, source, dialect),
      base: head.revision,
    }
  }

  const tell = (intent: Intent, error: unknown) =>
    failed(`Couldn’t ${intentSentence(intent.action, intent.flag, intent.environment)}`, refusalOf(error))

  const publishNow = async (intent: Intent): Promise<void> => {
    try {
      const outcome = await outcomeOf(intent)
      if (outcome === null || outcome.after === null) return
      await publish({ ...publicationOf({ ...outcome, after: outcome.after }, ''), aloud: true })
    } catch (error) {
      tell(intent, error)
    }
  }

  /** Schedules a publish: creates a change, which is approved immediately if no approvals are required. */
  const publishAt = async (intent: Intent, at: string, zone: string, message = ''): Promise<boolean> => {
    try {
      const outcome = await outcomeOf(intent)
      if (outcome === null || outcome.after === null) return false
      const { environment, after, base } = outcome
      const words = intentSentence(intent.action, intent.flag, environment.name)
      const title = words.charAt(0).toUpperCase() + words.slice(1)
      const entry = { kind: 'flag' as const, environment: environment.key, key: intent.flag, base, document: after }
      const { number: change } = await saveChange({ project, title, message, entries: [entry] })
      const { state } = await requestReview({ project, change })
      if (state === 'approved') await schedule({ project, change, at, zone })
      void utils.changes.invalidate()
      const takeBack = () =>
        void withdraw({ project, change }).then(
          () => done(`Withdrew change ${change}`),
          (error) => tell(intent, error),
        )
      if (state === 'approved')
        done(`Change ${change} is scheduled to ${words} on ${whenText(at, zone)}`, { undo: takeBack })
      else done(`Change ${change} is waiting for review. You can schedule it once it’s approved`, { undo: takeBack })
      return true
    } catch (error) {
      tell(intent, error)
      return false
    }
  }

  return { outcomeOf, publishNow, publishAt }
}
