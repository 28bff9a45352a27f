import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Choices, FieldClash } from '../../../../../../shared/datafile/merge-field.ts'
import type { ChangeSummary } from '../../../../../../shared/features/changes/schemas/change.ts'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import { collapsedText } from '../../../../../../shared/text/collapse.ts'
import { type Difference, differenceLine } from '../../../../../../shared/text/diff/difference.ts'
import { placeText } from '../../../../../../shared/text/place.ts'
import { counted } from '../../../../../../shared/text/rules/percent.ts'
import type { Refusal } from '../../../../../api/refusal.ts'
import { Kbd } from '../../../../components/kbd.tsx'
import { shownKeys, useShortcut } from '../../../../components/shortcuts.ts'
import { StickyFooter } from '../../../../components/sticky-footer.tsx'
import { actName } from '../../../publishing/act-name.ts'
import { Conflict } from '../../../publishing/conflict.tsx'
import classes from './draft-bar.module.css'
import { Overlaps } from './overlaps.tsx'

/** Unpublished changes, with the button that publishes them. Sticks to the bottom of the page. */
export function DraftBar(props: {
  project: string
  environment: Environment
  /** Open changes to the same flag in this environment. */
  coming: readonly ChangeSummary[]
  changes: readonly Difference[]
  /** Number of the open change that publishing updates. */
  edits: number | undefined
  /** What others published since the draft was started. */
  theirs: readonly Difference[]
  clashes: readonly FieldClash[]
  ruleIds: readonly string[]
  gaps: readonly string[]
  promises: ReactNode
  saveStatus: ReactNode
  busy: boolean
  refusal: Refusal | null
  /** Why the user may not publish here. */
  reason: string | undefined
  onPublish: () => void
  /** Starts a ramp instead. Undefined if a ramp is not possible, or if a review sheet opens anyway. */
  onRamp?: (() => void) | undefined
  onDiscard: () => void
  onCatchUp: (choices: Choices) => void
}): ReactNode {
  const {
    project,
    environment,
    coming,
    changes,
    edits,
    theirs,
    clashes,
    ruleIds,
    gaps,
    promises,
    saveStatus,
    busy,
    refusal,
    reason,
    onPublish,
    onRamp,
    onDiscard,
    onCatchUp,
  } = props
  const wanted = gaps[0] ?? (theirs.length > 0 ? 'review what was published since you started' : undefined)
  const blocked = reason ?? (wanted === undefined ? undefined : `To publish, ${wanted}.`)
  const publish = () => {
    if (blocked === undefined && !busy) onPublish()
  }
  // With a move limit, the sheet first shows how many users would move.
  const opens = environment.protected || environment.moveLimitPer100k !== null || edits !== undefined
  useShortcut('mod+Enter', opens ? 'Review draft' : 'Publish draft', publish)
  const verb = opens ? `Review ${counted(changes.length, 'change')}` : actName(changes, environment.name)
  return (
    <StickyFooter className={classes['bar']} label="Unpublished changes">
      {theirs.length === 0 ? null : (
        <Conflict
          where={environment.name}
          theirs={theirs}
          clashes={clashes}
          ruleIds={ruleIds}
          onCatchUp={onCatchUp}
          onDiscard={onDiscard}
        />
      )}
      <Overlaps project={project} where={environment.name} coming={coming} />
      <div className={classes['line']}>
        <p className={classes['what']} role="status">
          <strong>
            {edits === undefined
              ? `${counted(changes.length, 'unpublished change')} in ${environment.name}`
              : `${counted(changes.length, 'edit')} for change #${edits} in ${environment.name}`}
          </strong>
          <span className={classes['first']}>
            {collapsedText(changes.map(differenceLine).join(' · ')).slice(0, 400)}
          </span>
          {promises}
          {refusal === null ? null : (
            <span className={classes['refusal']} role="alert">
              Couldn’t publish. {refusal.sentence}{' '}
              {(refusal.details.problems ?? [])
                .map((p) => `${placeText(p.path)}: ${p.problem}. Expected ${p.expected}`)
                .join('; ')}{' '}
              <code>{refusal.code}</code>
            </span>
          )}
          {blocked === undefined ? null : <span className={classes['gap']}>{blocked}</span>}
        </p>
        {saveStatus}
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
        {onRamp === undefined || opens || blocked !== undefined ? null : (
          <Button variant="default" onClick={onRamp}>
            Ramp…
          </Button>
        )}
        <Button
          onClick={publish}
          loading={busy}
          aria-disabled={blocked !== undefined}
          data-disabled={blocked !== undefined || undefined}
          rightSection={<Kbd>{shownKeys('mod+Enter').join(' ')}</Kbd>}
        >
          {verb}
        </Button>
      </div>
    </StickyFooter>
  )
}
