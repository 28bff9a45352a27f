import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { differences } from '../../../../../../shared/text/diff/difference.ts'
import { generateTitle } from '../../../../../../shared/text/diff/generate-title.ts'
import { ownZone, whenText } from '../../../../../../shared/text/time/when.ts'
import { refusalOf } from '../../../../../api/refusal.ts'
import { AffectedFlagsList } from '../../../affected/affected-flags-list.tsx'
import { requiresReview, wasRejectedWithoutReview } from '../../../publishing/publish-permission.ts'
import { PublishSheet } from '../../../publishing/publish-sheet.tsx'
import { type PublishOverrides, usePublish } from '../../../publishing/use-publish.ts'
import { useReviewers } from '../../../publishing/use-reviewers.ts'
import { useRoleIn } from '../../../session/use-role-in.ts'
import { IntentProblem } from './intent-problem.tsx'
import { needsReview } from './needs-review.ts'
import type { Intent } from './quick-action.ts'
import { type Outcome, publicationOf, useIntent } from './use-intent.ts'

/** Reviews the changes of an intent before it is published or, with `at`, scheduled. */
export function IntentSheet(props: {
  project: string
  intent: Intent
  at?: string | undefined
  onClose: () => void
}): ReactNode {
  const { project, intent, at, onClose } = props
  const { outcomeOf } = useIntent(project)
  const outcome = useQuery({
    queryKey: ['intent', project, intent],
    queryFn: () => outcomeOf(intent),
    staleTime: 0,
    gcTime: 0,
  })
  if (outcome.error)
    return (
      <IntentProblem title="Couldn’t show this" onClose={onClose}>
        {refusalOf(outcome.error).sentence}
      </IntentProblem>
    )
  if (outcome.data === undefined) return null
  const after = outcome.data?.after ?? null
  if (outcome.data === null || after === null)
    return (
      <IntentProblem title="Nothing to publish" onClose={onClose}>
        {intent.action.to === 'back'
          ? 'There’s no earlier version to go back to.'
          : `This doesn’t work with what ${intent.flag} serves there. Open the flag to edit it.`}
      </IntentProblem>
    )
  return (
    <OutcomeSheet project={project} intent={intent} at={at} outcome={{ ...outcome.data, after }} onClose={onClose} />
  )
}

function OutcomeSheet(props: {
  project: string
  intent: Intent
  at: string | undefined
  outcome: Outcome & { after: NonNullable<Outcome['after']> }
  onClose: () => void
}): ReactNode {
  const { project, intent, at, outcome, onClose } = props
  const { environment, before, after } = outcome
  const role = useRoleIn(project)(environment.key)
  const { publish, requestReview, busy, refusal } = usePublish(project)
  const { publishAt } = useIntent(project)
  const reviewers = useReviewers(project, environment)
  const changes = differences(before, after)
  const where = environment.name
  if (changes.length === 0)
    return (
      <IntentProblem title="No changes" onClose={onClose}>
        {`${intent.flag} in ${where} already matches.`}
      </IntentProblem>
    )
  const zone = ownZone()
  // Restoring an approved state needs no review. If the server disagrees, a review is requested.
  const refused = wasRejectedWithoutReview(refusal)
  const review =
    at === undefined &&
    (refused ||
      (intent.action.to === 'back'
        ? requiresReview(role, environment, true)
        : needsReview(role, environment, before, after)))
  const send = async (message: string, past: PublishOverrides, reviewers?: readonly string[]) => {
    const way = review ? requestReview : publish
    const sent =
      at === undefined
        ? await way({ ...publicationOf({ ...outcome, after }, message), past, reviewers })
        : await publishAt(intent, at, zone, message)
    if (!sent) return
    onClose()
  }
  return (
    <PublishSheet
      subject={intent.flag}
      environment={environment}
      differences={changes}
      busy={busy}
      review={review}
      reviewers={reviewers}
      affected={<AffectedFlagsList project={project} environment={environment.key} after={after} />}
      refusal={refusal}
      promised={{ project, edits: [{ kind: 'flag', key: intent.flag, document: after }] }}
      note={generateTitle([{ kind: 'flag', key: intent.flag, where: environment.name, before, document: after }])}
      cancel="Cancel"
      action={at === undefined ? undefined : `Schedule for ${whenText(at, zone)}`}
      breakable
      onPublish={(message, _time, past, asked) => void send(message, past, asked)}
      onClose={onClose}
    />
  )
}
