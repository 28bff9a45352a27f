import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Environment, Role } from '../../../../shared/features/projects/schemas/project.ts'
import type { Subject } from '../../../../shared/features/publishing/schemas/history.ts'
import { placedDifferences } from '../../../../shared/text/diff/document-difference.ts'
import { trpc } from '../../trpc.ts'
import { ImpactPreview } from '../affected/impact-preview.tsx'
import { Loaded } from '../loading/loaded.tsx'
import { editOf } from './edit-of.ts'
import { requiresReview, wasRejectedWithoutReview } from './publish-permission.ts'
import { PublishSheet } from './publish-sheet.tsx'
import { entriesOf, usePublish } from './use-publish.ts'
import { useReviewers } from './use-reviewers.ts'

/** Previews a restore, which is published as a new revision. */
export function RestoreSheet(props: {
  project: string
  environment: Environment
  /** One flag or segment. Undefined for the whole environment. */
  subject: Subject | undefined
  /** The revision to restore. */
  to: number
  role: Role | undefined
  onClose: () => void
}): ReactNode {
  const { project, environment, subject, to, role, onClose } = props
  const { restore, requestReview, busy, refusal, forget } = usePublish(project)
  const base = environment.revision
  const place = { project, environment: environment.key }
  const diff = trpc.history.diff.useQuery({ ...place, from: base, to, ...subject })
  // Only the server knows whether the state is recent enough to be restored without approval.
  const review = requiresReview(role, environment, true) || wasRejectedWithoutReview(refusal)
  const reviewers = useReviewers(project, environment, review)
  const name = subject?.key ?? 'everything'
  const close = () => {
    forget()
    onClose()
  }
  return (
    <Loaded query={diff} what="the preview" loading={<Skeleton h={2} />} isEmpty={() => false} empty={null}>
      {({ differences }) => (
        <PublishSheet
          subject={name}
          title={(place) =>
            review ? (
              <>
                Request review: restore {name} to revision {to} in {place}
              </>
            ) : (
              <>
                Restore {name} to revision {to} in {place}
              </>
            )
          }
          action={review ? 'Request review' : `Restore in ${environment.name}`}
          cancel="Cancel"
          note={`Restored ${name} to revision ${to}`}
          environment={environment}
          affected={
            differences.length === 0 ? undefined : (
              <ImpactPreview project={project} environment={environment.key} edits={differences.map(editOf)} />
            )
          }
          differences={placedDifferences(differences)}
          busy={busy}
          review={review}
          reviewers={reviewers}
          refusal={review && wasRejectedWithoutReview(refusal) ? null : refusal}
          promised={{ project, edits: differences.map(editOf) }}
          breakable
          onPublish={(message, _when, past, reviewers) => {
            const act = { environment, base, message, past }
            const asked = review
              ? requestReview({ ...act, entries: entriesOf(differences), reviewers })
              : restore(to, subject === undefined ? undefined : [subject], act)
            void asked.then((ok) => ok && close())
          }}
          onClose={close}
        />
      )}
    </Loaded>
  )
}
