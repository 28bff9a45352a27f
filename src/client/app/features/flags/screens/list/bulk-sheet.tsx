import type { ReactNode } from 'react'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import { counted } from '../../../../../../shared/text/rules/percent.ts'
import type { Refusal } from '../../../../../api/refusal.ts'
import { trpc } from '../../../../trpc.ts'
import type { ProposedDocument } from '../../../affected/effect-question.ts'
import { ImpactPreview } from '../../../affected/impact-preview.tsx'
import { LostFormatsNotice } from '../../../affected/lost-formats-notice.tsx'
import { wasRejectedWithoutReview } from '../../../publishing/publish-permission.ts'
import { PublishSheet } from '../../../publishing/publish-sheet.tsx'
import { useReviewers } from '../../../publishing/use-reviewers.ts'
import { useRoleIn } from '../../../session/use-role-in.ts'
import { needsReview } from '../quick-actions/needs-review.ts'
import { flagsToSwitch, partOf } from './switched.ts'

/** Review sheet for switching several flags: the changes and who moves. Requests a review if one is required. */
export function BulkSheet(props: {
  project: string
  keys: readonly string[]
  environment: Environment
  on: boolean
  busy: boolean
  refusal: Refusal | null
  onSend: (message: string, review: boolean, asked?: readonly string[]) => void
  onClose: () => void
}): ReactNode {
  const { project, keys, environment, on, busy, refusal, onSend, onClose } = props
  const where = { project, environment: environment.key, ...partOf(keys) }
  const role = useRoleIn(project)(environment.key)
  const now = trpc.history.asOf.useQuery(where, { staleTime: 0 })
  const turned = now.data === undefined ? undefined : flagsToSwitch(keys, now.data.flags, on)
  const asked =
    wasRejectedWithoutReview(refusal) ||
    turned?.some(({ before, after }) => needsReview(role, environment, before, after)) === true
  const reviewers = useReviewers(project, environment, asked)
  // Wait for the data, because the title must not change once it is shown.
  if (now.isPending) return null
  const edits = (turned ?? []).map(({ key, after }): ProposedDocument => ({ kind: 'flag', key, document: after }))
  return (
    <PublishSheet
      subject={counted(turned?.length || keys.length, 'flag')}
      environment={environment}
      // Flags that already have this state are left out.
      differences={(turned?.map(({ key }) => key) ?? keys).map((key) => ({
        subject: key,
        before: on ? 'off' : 'on',
        after: on ? 'on' : 'off',
      }))}
      affected={
        edits.length === 0 ? undefined : <ImpactPreview project={project} environment={environment.key} edits={edits} />
      }
      warnings={<LostFormatsNotice project={project} environment={environment} edits={edits} />}
      review={asked}
      reviewers={reviewers}
      busy={busy || turned === undefined}
      refusal={refusal}
      cancel="Cancel"
      onPublish={(message, _when, _past, reviewers) => onSend(message, asked, reviewers)}
      onClose={onClose}
    />
  )
}
