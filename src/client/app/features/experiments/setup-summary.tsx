import { Fragment, type ReactNode } from 'react'
import type { ExperimentSetup } from '../../../../shared/features/experiments/schemas/experiment.ts'
import { spanText } from '../../../../shared/text/experiment/forecast-text.ts'
import { modeText } from '../../../../shared/text/experiment/state-text.ts'
import { conditionText } from '../../../../shared/text/rules/condition.ts'
import { percent } from '../../../../shared/text/rules/percent.ts'
import { relativeFigure } from '../../../../shared/text/verdict/figures.ts'
import { text } from '../../../../shared/text/word.ts'
import { TermList } from '../../components/term-list.tsx'

export function SetupSummary({ setup }: { setup: ExperimentSetup }): ReactNode {
  const { arms, primary, secondary, guards, audience, share, layer, holdouts, mode, days, effect, by } = setup
  const rows: [string, string][] = [
    [
      'Variants',
      arms.map(({ variant, weight }, at) => `${variant} ${percent(weight)}${at === 0 ? ' (control)' : ''}`).join(', '),
    ],
    ['Primary', primary.join(', ')],
    ['Secondary', secondary.join(', ') || 'none'],
    [
      'Guardrails',
      guards.map(({ metric, then }) => `${metric} (${then === 'stop' ? 'stops it' : 'tells you'})`).join(', ') ||
        'none',
    ],
    ['Audience', audience === true ? 'everyone' : text(conditionText(audience))],
    ['Take part', percent(share)],
    ['Told apart by', by ?? 'targeting key'],
    ['Layer', layer ?? 'none'],
    ['Holdouts', holdouts.join(', ') || 'none'],
    ['Plan', `${modeText[mode].title}, ${spanText(days)}, to find ${relativeFigure(effect)}`],
  ]
  return (
    <TermList>
      {rows.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </TermList>
  )
}
