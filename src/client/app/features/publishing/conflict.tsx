import { Button, Radio } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Choices, FieldClash } from '../../../../shared/datafile/merge-field.ts'
import { clashTitle, sideText } from '../../../../shared/text/diff/clash.ts'
import type { Difference } from '../../../../shared/text/diff/difference.ts'
import classes from './conflict.module.css'
import { DifferenceList } from './difference-list.tsx'

/**
 * What others published since a draft was started. Edits on one side merge automatically. For each part that both sides
 * changed, it shows the original, the published and the draft’s value, and requires a choice.
 */
export function Conflict(props: {
  /** Name of the environment. */
  where: string
  theirs: readonly Difference[]
  clashes: readonly FieldClash[]
  /** Ids of the draft’s rules in order, to refer to rules by position. */
  ruleIds: readonly string[]
  onCatchUp: (choices: Choices) => void
  onDiscard: () => void
}): ReactNode {
  const { where, theirs, clashes, ruleIds, onCatchUp, onDiscard } = props
  const [choices, setChoices] = useState<Choices>({})
  const open = clashes.filter(({ path }) => choices[path] === undefined)
  return (
    <section className={classes['conflict']} aria-label="Published since you started">
      <p>
        {clashes.length === 0
          ? `Someone published to ${where} after you started. Your changes still apply cleanly.`
          : `Someone published to ${where} after you started, and you both changed the same fields. Choose a version for each:`}
      </p>
      {clashes.length === 0 ? <DifferenceList differences={theirs} /> : null}
      {clashes.map(({ path, base, theirs: published, yours }) => (
        <Radio.Group
          key={path}
          label={clashTitle({ path }, ruleIds)}
          description={`Before: ${sideText(path, base, ruleIds)}`}
          value={choices[path] ?? null}
          onChange={(side) => setChoices({ ...choices, [path]: side === 'yours' ? 'yours' : 'theirs' })}
        >
          <div className={classes['sides']}>
            <Radio value="theirs" label={`Theirs: ${sideText(path, published, ruleIds)}`} />
            <Radio value="yours" label={`Yours: ${sideText(path, yours, ruleIds)}`} />
          </div>
        </Radio.Group>
      ))}
      <div className={classes['actions']}>
        <Button
          size="compact-sm"
          aria-disabled={open.length > 0}
          data-disabled={open.length > 0 || undefined}
          title={open.length > 0 ? `${open.length} left to resolve` : undefined}
          onClick={() => {
            if (open.length === 0) onCatchUp(choices)
          }}
        >
          Merge my changes
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard my draft
        </Button>
      </div>
    </section>
  )
}
