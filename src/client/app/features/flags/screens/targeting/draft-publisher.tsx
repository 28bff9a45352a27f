import { type ReactNode, useMemo, useState } from 'react'
import type { ChangeSummary } from '../../../../../../shared/features/changes/schemas/change.ts'
import type { FlagFileLocation, FlagHead } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment, Role } from '../../../../../../shared/features/projects/schemas/project.ts'
import { rampInEdit } from '../../../../../../shared/features/ramps/ramp-in-edit.ts'
import { allows } from '../../../../../../shared/permissions.ts'
import { generateTitle } from '../../../../../../shared/text/diff/generate-title.ts'
import { useOnline } from '../../../../components/use-online.ts'
import { AffectedFlagsList } from '../../../affected/affected-flags-list.tsx'
import { LostFormatsList } from '../../../affected/lost-formats-list.tsx'
import { useImpactReview } from '../../../affected/use-impact-review.ts'
import { useLostFormats } from '../../../affected/use-lost-formats.ts'
import { HarmLine } from '../../../builds/build-mismatches.tsx'
import { isAboutBuilds } from '../../../builds/refused-harms.ts'
import { useBuildMismatches } from '../../../builds/use-build-mismatches.ts'
import { draftKey } from '../../../drafts/draft-keys.ts'
import { useInvalidFields } from '../../../drafts/invalid-fields.ts'
import { SaveStatus } from '../../../drafts/save-status.tsx'
import { useConfirmFileEdit } from '../../../flag-files/use-confirm-file-edit.tsx'
import { isAboutPromises } from '../../../promises/broken-promises.tsx'
import { BrokenLine } from '../../../promises/touched-promises.tsx'
import { useAffectedInvariants } from '../../../promises/use-affected-invariants.ts'
import { noteOf } from '../../../publishing/change-edit.ts'
import { wasRejectedWithoutReview } from '../../../publishing/publish-permission.ts'
import { PublishSheet, type PublishTime } from '../../../publishing/publish-sheet.tsx'
import { useEditedChange } from '../../../publishing/use-edited-change.ts'
import { type Publication, type PublishOverrides, usePublish } from '../../../publishing/use-publish.ts'
import { useReviewers } from '../../../publishing/use-reviewers.ts'
import type { PlanTimes } from '../../../ramps/plan-times.ts'
import { useStartRamp } from '../../../ramps/use-start-ramp.ts'
import { needsReview } from '../quick-actions/needs-review.ts'
import { switchRefusal } from '../quick-actions/switch-refusal.ts'
import { DraftBar } from './draft-bar.tsx'
import { gapsOf } from './edit-rules.ts'
import { Overlaps } from './overlaps.tsx'
import { useDraft } from './use-draft.ts'

/**
 * Footer of the flag page: publishes the draft of the open environment. Protected environments open the review sheet.
 */
export function DraftPublisher(props: {
  project: string
  flag: string
  environment: Environment
  head: FlagHead
  role: Role | undefined
  /** Open changes to the flag in this environment. */
  coming: readonly ChangeSummary[]
  /** Number of the change being edited. */
  change: number | undefined
  /** The file that defines the flag. */
  keptIn: FlagFileLocation | null
}): ReactNode {
  const { project, flag, environment, head, role } = props
  const draft = useDraft(project, flag, environment.key, head)
  const publishing = usePublish(project)
  const ramping = useStartRamp(project)
  const { publish, publishLater, requestReview, updateChange } = publishing
  const busy = publishing.busy || ramping.busy
  const refusal = ramping.refusal ?? publishing.refusal
  const forget = () => {
    publishing.forget()
    ramping.forget()
  }
  const edited = useEditedChange(project, props.change, { kind: 'flag', key: flag, environment: environment.key })
  const coming = props.coming.filter(({ number }) => number !== edited?.number)
  const online = useOnline()
  const kept = useConfirmFileEdit(props.keptIn)
  const [sheet, setSheet] = useState(false)
  const [begins, setBegins] = useState<'now' | 'ramp'>('now')
  const unread = useInvalidFields(draftKey(project, { kind: 'flag', key: flag, environment: environment.key }))
  const { before, document } = draft
  const missing = useMemo(() => gapsOf(document), [document])
  const gaps = [...unread, ...missing]
  const title = useMemo(
    () => generateTitle([{ kind: 'flag', key: flag, where: environment.name, before, document }]),
    [flag, environment.name, before, document],
  )
  // Some refusals can be resolved only in the sheet, so they open it.
  const shown = sheet || refusal?.code === 'impact/second-look' || isAboutPromises(refusal) || isAboutBuilds(refusal)
  const reviewers = useReviewers(project, environment, shown)
  const edits = [{ kind: 'flag' as const, key: flag, document }]
  const rampable = useMemo(() => rampInEdit(before, document), [before, document])
  const look = useImpactReview({ project, environment, edits }, shown)
  const lost = useLostFormats({ project, environment, edits }, draft.changes.length > 0 && !shown)
  // The sheet runs these checks itself.
  const touched = useAffectedInvariants(
    draft.changes.length === 0 || shown ? undefined : { project, environment, edits },
  )
  const harms = useBuildMismatches(draft.changes.length === 0 || shown ? undefined : { project, environment, edits })
  if (draft.changes.length === 0) {
    // A refusal must not outlive its draft.
    if (refusal !== null) forget()
    if (sheet) setSheet(false)
    return null
  }
  const asked = needsReview(role, environment, before, document)
  const review = edited != null || look !== null || wasRejectedWithoutReview(refusal) || asked
  const send = async (message: string, time: PublishTime, past?: PublishOverrides, reviewers?: readonly string[]) => {
    if (gaps.length > 0 || edited === null) return
    const entries = [{ kind: 'flag' as const, key: flag, document }]
    const way = review ? requestReview : publish
    const publication = { environment, base: draft.base, message, entries, past, reviewers }
    const now = edited === undefined ? way : (one: Publication) => updateChange(edited, one)
    const sent = time === null ? await now(publication) : await publishLater(publication, time, title)
    if (sent) published()
  }
  const published = () => {
    draft.discard()
    setSheet(false)
    // Leave the text field, so that the next key is a shortcut, such as Z for undo.
    if (window.document.activeElement?.matches('input, textarea')) window.document.getElementById('main')?.focus()
  }
  const ramp = async (message: string, plan: PlanTimes, reviewers?: readonly string[]) => {
    if (gaps.length > 0 || rampable === undefined) return
    const proposal = {
      environment: environment.key,
      flag,
      base: draft.base,
      message,
      edit: rampable,
      plan,
      review,
      reviewers,
    }
    if (await ramping.ramp(proposal)) published()
  }
  return (
    <>
      <DraftBar
        environment={environment}
        changes={draft.changes}
        theirs={draft.theirs}
        clashes={draft.clashes}
        ruleIds={document.rules.map(({ id }) => id)}
        gaps={gaps}
        coming={coming}
        project={project}
        promises={
          <>
            <BrokenLine touched={touched} />
            <HarmLine harms={harms} />
            <LostFormatsList lost={lost} />
          </>
        }
        saveStatus={<SaveStatus savedAt={draft.savedAt} onTakeBack={draft.takeBack} />}
        busy={busy}
        refusal={shown ? null : refusal}
        reason={online ? switchRefusal(role, environment) : 'come back online; your draft is saved on this device'}
        edits={edited?.number}
        onPublish={() =>
          kept.ask(() =>
            environment.protected || environment.moveLimitPer100k !== null || edited != null
              ? setSheet(true)
              : void send('', null),
          )
        }
        onRamp={
          rampable === undefined
            ? undefined
            : () =>
                kept.ask(() => {
                  setBegins('ramp')
                  setSheet(true)
                })
        }
        onDiscard={() => {
          forget()
          draft.discard()
        }}
        onCatchUp={(choices) => {
          forget()
          draft.catchUp(choices)
        }}
      />
      {kept.question}
      {shown ? (
        <PublishSheet
          subject={flag}
          environment={environment}
          differences={draft.changes}
          busy={busy}
          review={review}
          {...(edited && {
            title: (where) => (
              <>
                Update change {edited.number} in {where}
              </>
            ),
          })}
          action={
            edited ? `Update change ${edited.number}` : look === null || asked ? undefined : `Request review: ${look}`
          }
          reviewers={edited && reviewers ? { ...reviewers, able: [] } : reviewers}
          note={edited ? noteOf(edited) : title}
          warnings={<Overlaps project={project} where={environment.name} coming={coming} />}
          schedulable={role === undefined || allows(role, 'change.schedule')}
          begins={begins}
          rampable={rampable === undefined || edited != null ? undefined : project}
          onRamp={(message, plan, reviewers) => void ramp(message, plan, reviewers)}
          affected={<AffectedFlagsList project={project} environment={environment.key} after={document} />}
          refusal={refusal}
          promised={{ project, edits }}
          breakable
          onFix={(document) => {
            forget()
            draft.edit(document)
          }}
          onPublish={(message, time, past, asked) => void send(message, time, past, asked)}
          onClose={() => {
            forget()
            setBegins('now')
            setSheet(false)
          }}
        />
      ) : null}
    </>
  )
}
