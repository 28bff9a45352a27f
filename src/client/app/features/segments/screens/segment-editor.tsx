import { Button, Radio } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { merge } from '../../../../../shared/datafile/merge.ts'
import type { Environment, Role } from '../../../../../shared/features/projects/schemas/project.ts'
import type { SegmentHead } from '../../../../../shared/features/segments/schemas/segment-view.ts'
import type { SegmentDocument } from '../../../../../shared/schemas/segment.ts'
import { documentDifferences } from '../../../../../shared/text/diff/document-difference.ts'
import { generateTitle } from '../../../../../shared/text/diff/generate-title.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { useShortcut } from '../../../components/shortcuts.ts'
import { StickyFooter } from '../../../components/sticky-footer.tsx'
import { ImpactPreview } from '../../affected/impact-preview.tsx'
import { LostFormatsList } from '../../affected/lost-formats-list.tsx'
import { useImpactReview } from '../../affected/use-impact-review.ts'
import { useLostFormats } from '../../affected/use-lost-formats.ts'
import { draftKey } from '../../drafts/draft-keys.ts'
import { SaveStatus } from '../../drafts/save-status.tsx'
import { restoreReplacedDraft, segmentDrafts, storeEdit } from '../../drafts/stored-draft.ts'
import { noteOf } from '../../publishing/change-edit.ts'
import { Conflict } from '../../publishing/conflict.tsx'
import { requiresReview, wasRejectedWithoutReview } from '../../publishing/publish-permission.ts'
import { PublishSheet } from '../../publishing/publish-sheet.tsx'
import { useEditedChange } from '../../publishing/use-edited-change.ts'
import { type PublishOverrides, usePublish } from '../../publishing/use-publish.ts'
import { useReviewers } from '../../publishing/use-reviewers.ts'
import { ConditionEditor } from '../../targeting/condition-editor.tsx'
import { gapsIn } from '../../targeting/rows.ts'
import { useAttributeNames } from '../../targeting/use-attribute-names.ts'
import { KeyList } from './key-list.tsx'
import classes from './segments.module.css'

/**
 * Edits a segment’s members in one environment. Edits are a draft; the sheet shows the changes and who moves before
 * publishing.
 */
export function SegmentEditor(props: {
  project: string
  environment: Environment
  head: SegmentHead
  usedBy: number
  segments: readonly string[]
  role: Role | undefined
  /** Number of the open change being edited. */
  change: number | undefined
}): ReactNode {
  const { project, environment, head, usedBy, segments, role, change } = props
  const key = draftKey(project, { kind: 'segment', key: head.document.key, environment: environment.key })
  const kept = segmentDrafts.use(key)
  const draft = kept ?? { base: head.revision, before: head.document, document: head.document }
  const { document, before } = draft
  const moved = head.revision > draft.base
  const changes = documentDifferences(before, document)
  const attributes = useAttributeNames(project, document.when === null ? [] : [document.when])
  const edit = (part: Partial<SegmentDocument>) =>
    storeEdit(segmentDrafts, key, { base: draft.base, before, document: { ...document, ...part } })
  const [sheet, setSheet] = useState(false)
  const { publish, requestReview, updateChange, busy, refusal, forget } = usePublish(project)
  const place = { kind: 'segment' as const, key: head.document.key, environment: environment.key }
  const edited = useEditedChange(project, change, place)
  const reviewers = useReviewers(project, environment, sheet)
  const edits = [{ kind: 'segment' as const, key: document.key, document }]
  const look = useImpactReview({ project, environment, edits }, sheet)
  const lost = useLostFormats({ project, environment, edits }, changes.length > 0 && !sheet)
  const needsReview =
    edited != null || look !== null || requiresReview(role, environment) || wasRejectedWithoutReview(refusal)
  const gaps = document.when === null ? [] : gapsIn(document.when)
  const blocked =
    (gaps[0] === undefined ? undefined : `To publish, fill in ${gaps[0]}.`) ??
    (moved ? 'To publish, review what was published since you started.' : undefined)
  const review = () => {
    if (changes.length > 0 && blocked === undefined) setSheet(true)
  }
  useShortcut('mod+Enter', 'Review draft', review)
  const discard = () => {
    forget()
    storeEdit(segmentDrafts, key, null)
    setSheet(false)
  }
  const send = async (message: string, past?: PublishOverrides, reviewers?: readonly string[]) => {
    if (edited === null) return
    const publication = { environment, base: draft.base, message, entries: edits, past, reviewers }
    const way = needsReview ? requestReview : publish
    if (await (edited === undefined ? way(publication) : updateChange(edited, publication))) discard()
  }
  return (
    <>
      <div className={classes['editor']}>
        <Radio.Group
          label="Who is in this segment"
          value={document.when === null ? 'keys' : 'rule'}
          onChange={(chosen) => edit({ when: chosen === 'keys' ? null : true })}
        >
          <div className={classes['choices']}>
            <Radio value="keys" label="Only the keys listed below" />
            <Radio value="rule" label="Everyone where" />
          </div>
        </Radio.Group>
        {document.when === null ? null : (
          <ConditionEditor
            label="Segment"
            condition={document.when}
            onChange={(when) => edit({ when })}
            attributes={attributes}
            segments={segments}
          />
        )}
        <div className={classes['keys']}>
          <KeyList label="Always include" keys={document.included} onChange={(included) => edit({ included })} />
          <KeyList label="Always exclude" keys={document.excluded} onChange={(excluded) => edit({ excluded })} />
        </div>
      </div>
      {changes.length === 0 || !moved ? null : (
        <Conflict
          where={environment.name}
          theirs={documentDifferences(before, head.document)}
          clashes={merge('segment', before, head.document, document).clashes}
          ruleIds={[]}
          onCatchUp={(choices) => {
            forget()
            const merged = merge('segment', before, head.document, document, choices)
            storeEdit(segmentDrafts, key, { base: head.revision, before: head.document, document: merged.document })
          }}
          onDiscard={discard}
        />
      )}
      {changes.length === 0 ? null : (
        <StickyFooter className={classes['bar']} label="Unpublished changes">
          <p role="status">
            <strong>
              {edited
                ? `${counted(changes.length, 'edit')} for change #${edited.number} in ${environment.name}`
                : `${counted(changes.length, 'unpublished change')} in ${environment.name}`}
            </strong>
            {usedBy === 0 ? null : <span>Used by {counted(usedBy, 'flag or segment', 'flags and segments')}.</span>}
            {blocked === undefined ? null : <span className={classes['blocked']}>{blocked}</span>}
            <LostFormatsList lost={lost} />
          </p>
          <SaveStatus
            savedAt={kept === null || kept.unsaved ? null : kept.savedAt}
            onTakeBack={kept?.replaced && (() => restoreReplacedDraft(segmentDrafts, key))}
          />
          <Button variant="default" onClick={discard}>
            Discard
          </Button>
          <Button
            onClick={review}
            aria-disabled={blocked !== undefined}
            data-disabled={blocked !== undefined || undefined}
          >
            Review {counted(changes.length, 'change')}
          </Button>
        </StickyFooter>
      )}
      {sheet ? (
        <PublishSheet
          subject={document.key}
          environment={environment}
          differences={changes}
          busy={busy}
          review={needsReview}
          {...(edited && {
            title: (where) => (
              <>
                Update change {edited.number} in {where}
              </>
            ),
          })}
          action={
            edited
              ? `Update change ${edited.number}`
              : look === null || requiresReview(role, environment)
                ? undefined
                : `Request review: ${look}`
          }
          reviewers={edited && reviewers ? { ...reviewers, able: [] } : reviewers}
          note={
            edited
              ? noteOf(edited)
              : generateTitle([{ kind: 'segment', key: document.key, where: environment.name, before, document }])
          }
          affected={<ImpactPreview project={project} environment={environment.key} edits={edits} />}
          refusal={wasRejectedWithoutReview(refusal) ? null : refusal}
          promised={{ project, edits }}
          breakable
          onPublish={(message, _time, past, asked) => void send(message, past, asked)}
          onClose={() => {
            forget()
            setSheet(false)
          }}
        />
      ) : null}
    </>
  )
}
