import { Checkbox, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Environment, Role } from '../../../../shared/features/projects/schemas/project.ts'
import type { Promotion, Subject } from '../../../../shared/features/publishing/schemas/history.ts'
import { placedDifferences } from '../../../../shared/text/diff/document-difference.ts'
import { trpc } from '../../trpc.ts'
import { ImpactPreview } from '../affected/impact-preview.tsx'
import { Loaded } from '../loading/loaded.tsx'
import { editOf } from './edit-of.ts'
import { leftOutText } from './left-out-text.ts'
import classes from './promote-sheet.module.css'
import { requiresReview } from './publish-permission.ts'
import { PublishSheet } from './publish-sheet.tsx'
import { entriesOf, usePublish } from './use-publish.ts'
import { useReviewers } from './use-reviewers.ts'

type Entry = Promotion['entries'][number]

const placeOf = ({ kind, key }: Subject) => `${kind}/${key}`

/** Copies whole flags and segments to another environment: shows the changes there and the dependencies. */
export function PromoteSheet(props: {
  project: string
  from: Environment
  to: Environment
  subjects: Subject[]
  role: Role | undefined
  onClose: () => void
  onDone?: () => void
}): ReactNode {
  const { project, from, to, subjects, role, onClose, onDone } = props
  const { publish, requestReview, busy, refusal, forget } = usePublish(project)
  const input = { project, from: from.key, to: to.key, subjects }
  const promotion = trpc.history.promotion.useQuery(input)
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const review = requiresReview(role, to)
  const reviewers = useReviewers(project, to, review)
  const name = subjects.length === 1 ? (subjects[0]?.key ?? '') : `${subjects.length} flags and segments`
  const close = () => {
    forget()
    onClose()
  }
  const isTaken = (entry: Entry) => !entry.same && (entry.asked || entry.missing || taken.has(placeOf(entry)))
  const choose = (entry: Entry, take: boolean) => {
    const others = [...taken].filter((place) => place !== placeOf(entry))
    setTaken(new Set(take ? [...others, placeOf(entry)] : others))
  }
  return (
    <Loaded query={promotion} what="the preview" loading={<Skeleton h={2} />} isEmpty={() => false} empty={null}>
      {({ entries, to: position }) => {
        const differences = entries.filter(isTaken)
        const left = entries.flatMap((entry) =>
          entry.asked || isTaken(entry) ? (leftOutText(entry, from.name) ?? []) : [],
        )
        return (
          <PublishSheet
            subject={name}
            title={(place) =>
              review ? (
                <>
                  Request review: copy {name} from {from.name} to {place}
                </>
              ) : (
                <>
                  Copy {name} from {from.name} to {place}
                </>
              )
            }
            cancel="Cancel"
            note={`Copied ${differences.map(({ key }) => key).join(', ') || name} from ${from.name}`}
            environment={to}
            affected={
              differences.length === 0 ? undefined : (
                <ImpactPreview project={project} environment={to.key} edits={differences.map(editOf)} />
              )
            }
            differences={placedDifferences(differences)}
            busy={busy}
            review={review}
            reviewers={reviewers}
            refusal={refusal}
            promised={{ project, edits: differences.map(editOf) }}
            breakable
            onPublish={(message, _when, past, reviewers) => {
              const way = review ? requestReview : publish
              const entries = entriesOf(differences)
              void way({ environment: to, base: position.revision, message, entries, past, reviewers }).then((ok) => {
                if (!ok) return
                close()
                onDone?.()
              })
            }}
            onClose={close}
          >
            {left.map((said) => (
              <p key={said} className={classes['left']}>
                {said}
              </p>
            ))}
            <Needed
              entries={entries.filter((entry) => !entry.asked && !entry.same)}
              to={to}
              isTaken={isTaken}
              onChoose={choose}
            />
          </PublishSheet>
        )
      }}
    </Loaded>
  )
}

/** Dependencies that differ in the target environment. Missing ones are always copied, the others optionally. */
function Needed(props: {
  entries: readonly Entry[]
  to: Environment
  isTaken: (entry: Entry) => boolean
  onChoose: (entry: Entry, take: boolean) => void
}): ReactNode {
  const { entries, to, isTaken, onChoose } = props
  if (entries.length === 0) return null
  return (
    <fieldset className={classes['needed']}>
      <legend>Also required, and different in {to.name}</legend>
      {entries.map((entry) => {
        const by = entry.neededBy.map(({ key }) => key).join(', ')
        return (
          <Checkbox
            key={placeOf(entry)}
            label={`${entry.kind} ${entry.key}`}
            description={
              entry.missing
                ? `Missing in ${to.name}, so it’s copied too. Required by ${by}`
                : `Required by ${by}. Copy it too?`
            }
            checked={isTaken(entry)}
            disabled={entry.missing}
            onChange={(event) => onChoose(entry, event.currentTarget.checked)}
          />
        )
      })}
    </fieldset>
  )
}
